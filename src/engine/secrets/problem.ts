/** A missing or wrong root secret, or a value that it cannot decrypt. The message can be shown to the user as it is. */
export class SecretProblem extends Error {
  override readonly name = 'SecretProblem'
}
