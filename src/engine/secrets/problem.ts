/**
 * Why the program can't go on with the root secret that it was given, or not given, or with what was encrypted by it.
 * The message is all that a person needs.
 */
export class SecretProblem extends Error {
  override readonly name = 'SecretProblem'
}
