/** A missing or wrong root secret, or a value that it cannot decrypt. The message is meant for the user. */
export class SecretProblem extends Error {
  override readonly name = 'SecretProblem'
}
