export interface RefusalDetails {
  /**
   * Tells a person what to do next: which field to change, what it should look like, whom to ask. Sent as the
   * `Ngoma-Hint` header and logged. Must not contain secrets or data of other accounts.
   */
  readonly hint: string
  /** The hint repeats part of the request, such as a sender or a number, and is therefore not logged. */
  readonly hintRepeats?: boolean
  /** Response body, if it is not `{ code, message }`. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** The message without values of the request, for the log and the list of rejected requests. */
  readonly plain?: string
  /** Logged reason that only operators may see, for example why a credential is invalid. */
  readonly reason?: string
}

/** Default hint for invalid bodies. */
export const bodyHint = 'the body must be a JSON object, sent with Content-Type: application/json'

/** Hint for internal errors. */
export const faultHint =
  'internal error: send the X-Request-Id of this response to the operator, who can find the cause in the server log'

/** An error response as the specification defines it. Any other thrown error becomes an internal error. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly hint: string
  readonly hintRepeats: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly plain: string
  readonly reason: string | null

  constructor(
    status: number,
    code: number,
    message: string,
    { hint, hintRepeats = false, body, headers = {}, plain = message, reason }: RefusalDetails,
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.hint = hint
    this.hintRepeats = hintRepeats
    this.body = body ?? { code, message }
    this.headers = { ...headers, 'Ngoma-Hint': hint }
    this.plain = plain
    this.reason = reason ?? null
  }
}
