export interface RefusalDetails {
  /** The answer's body when it is not `{ code, message }`. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** A longer explanation for people, sent as the header `Ngoma-Hint`. */
  readonly hint?: string
  /** What only the operator may know, for the log: why a credential is none, for one. */
  readonly reason?: string
}

/** What a caller may see of a request that was turned down, in the specification's words. Anything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly reason: string | null

  constructor(status: number, code: number, message: string, { body, headers = {}, hint, reason }: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.body = body ?? { code, message }
    this.reason = reason ?? null
    this.headers = hint === undefined ? headers : { ...headers, 'Ngoma-Hint': hint }
  }
}
