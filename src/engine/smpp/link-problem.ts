/**
 * `no_answer`: the connection is up, and the peer may have acted. `ended`: the connection is closed. `released`: this
 * process closed it for reasons of its own, which say nothing about the request.
 */
export class LinkProblem extends Error {
  readonly kind: 'no_answer' | 'ended' | 'released'

  constructor(kind: LinkProblem['kind'], message: string) {
    super(message)
    this.name = 'LinkProblem'
    this.kind = kind
  }
}
