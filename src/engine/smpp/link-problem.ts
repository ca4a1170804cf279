/** `no_answer`: the connection is up, and the peer may have acted. `ended`: the connection is closed. */
export class LinkProblem extends Error {
  readonly kind: 'no_answer' | 'ended'

  constructor(kind: 'no_answer' | 'ended', message: string) {
    super(message)
    this.name = 'LinkProblem'
    this.kind = kind
  }
}
