import type { ProblemCode } from './problems.ts'

/** An invalid field of a request. */
export interface FieldError {
  /** Such as `secrets.key`. */
  readonly field: string
  /** Completes a sentence that begins with the field: `is missing`. */
  readonly message: string
  /** The field has its name on the wire, or a name that the client chose. Otherwise it is a name of the contract. */
  readonly isOnWire?: true
}

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
  /**
   * The stable code in the problem details of the account API; by default the general code of the status. Null keeps
   * the body of the specification there too.
   */
  readonly problem?: ProblemCode | null
  /** The invalid fields, for the problem details of the account API. */
  readonly errors?: readonly FieldError[]
  /** Logged reason that only operators may see, for example why a credential is invalid. */
  readonly reason?: string
}

export const hintHeader = 'Ngoma-Hint'

/** Default hint for invalid bodies. */
export const bodyHint = 'the body must be a JSON object, sent with Content-Type: application/json'

/** Hint for internal errors. */
export const faultHint =
  'internal error: send the X-Request-Id of this response to the operator, who can find the cause in the server log'

/** Problem codes by status, for errors without their own. */
const generalProblems: Readonly<Record<number, ProblemCode>> = {
  401: 'not_authenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  409: 'conflict',
  413: 'body_too_large',
  415: 'unsupported_media_type',
  429: 'too_many_requests',
  500: 'internal_error',
  503: 'unavailable',
}

const generalProblem = (status: number): ProblemCode => generalProblems[status] ?? 'invalid_request'

/** An error response as the specification defines it. Any other thrown error becomes an internal error. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly hint: string
  readonly hintRepeats: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly plain: string
  readonly problem: ProblemCode | null
  readonly errors: readonly FieldError[]
  readonly reason: string | null

  constructor(
    status: number,
    code: number,
    message: string,
    { hint, hintRepeats = false, body, headers = {}, plain = message, problem, errors = [], reason }: RefusalDetails,
  ) {
    super(message)
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.hint = hint
    this.hintRepeats = hintRepeats
    this.body = body ?? { code, message }
    this.headers = { ...headers, [hintHeader]: hint }
    this.plain = plain
    this.problem = problem === undefined ? generalProblem(status) : problem
    this.errors = errors
    this.reason = reason ?? null
  }
}
