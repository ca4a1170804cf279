export interface RefusalDetails {
  /**
   * What whoever is stuck should do next, for people: which field, what it should look like, who can help. Sent as the
   * header `Ngoma-Hint`, and logged. It has no secret, and says nothing about somebody else's data.
   */
  readonly hint: string
  /** The hint repeats something of the request, be it a sender or a part of a number: then the log does not have it. */
  readonly hintRepeats?: boolean
  /** The answer's body when it is not `{ code, message }`. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /**
   * The message without what was sent, where it repeats something of that: for the log, and for those who look after
   * the account.
   */
  readonly plain?: string
  /** What only the operator may know, for the log: why a credential is none, for one. */
  readonly reason?: string
}

/** What a body has to be, where nothing else is known about it. */
export const bodyHint = 'the body is a JSON object, sent with Content-Type: application/json'

/** What can be done about a fault of ours. */
export const faultHint =
  "the fault is the server's: give its operator the X-Request-Id of this answer, which is in the log with what went wrong"

/**
 * What a caller may see of a request that was turned down, in the specification's words. Anything else that is thrown
 * is a fault.
 */
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
