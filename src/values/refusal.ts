export interface RefusalDetails {
  /** The answer's body when it is not `{ code, message }`. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** A longer explanation for people, sent as the header `Ngoma-Hint`. */
  readonly hint?: string
}

/** What a caller may see of a request that was turned down, in the specification's words. Anything else that is thrown is a fault. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>

  constructor(status: number, code: number, message: string, { body, headers = {}, hint }: RefusalDetails = {}) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.body = body ?? { code, message }
    this.headers = hint === undefined ? headers : { ...headers, 'Ngoma-Hint': hint }
  }
}
