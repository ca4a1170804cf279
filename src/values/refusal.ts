import type { Problem } from './problems/problem.ts'
import { type ProblemCode, problems } from './problems.ts'

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
  /** Response body of `/v1`, if it is not `{ code, message }`. */
  readonly body?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
  /** The message without values of the request, for the log and the list of rejected requests. */
  readonly plain?: string
  /** The code in problem details; by default the general code of the status. Null keeps the body of `/v1` everywhere. */
  readonly problem?: ProblemCode | null
  /** The sentence in problem details, if it says more than the one of the code. */
  readonly detail?: string
  /** More members of the problem details. */
  readonly more?: Readonly<Record<string, unknown>>
  /** The invalid fields, for the problem details. */
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

/** An error response: code and message for `/v1`, problem details for the account API and the console. */
export class Refusal extends Error {
  readonly status: number
  readonly code: number
  readonly hint: string
  readonly hintRepeats: boolean
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: Readonly<Record<string, string>>
  readonly plain: string
  readonly problem: ProblemCode | null
  readonly detail: string
  readonly more: Readonly<Record<string, unknown>>
  readonly errors: readonly FieldError[]
  readonly reason: string | null

  constructor(status: number, code: number, message: string, details: RefusalDetails) {
    super(message)
    const { hint, hintRepeats = false, body, headers = {}, plain = message, errors = [], reason, more = {} } = details
    const { problem = generalProblem(status) } = details
    this.name = 'Refusal'
    this.status = status
    this.code = code
    this.hint = hint
    this.hintRepeats = hintRepeats
    this.body = body ?? { code, message }
    this.headers = { ...headers, [hintHeader]: hint }
    this.plain = plain
    this.problem = problem
    this.detail = details.detail ?? (problem === null ? message : sentenceOf(problem, errors))
    this.more = more
    this.errors = errors
    this.reason = reason ?? null
  }
}

/** A general problem names its first field. */
function sentenceOf(problem: ProblemCode, [error]: readonly FieldError[]): string {
  const sentence = problems[problem][1]
  return problem === 'invalid_request' && error !== undefined
    ? `${sentence.slice(0, -1)}: ${error.field} ${error.message}.`
    : sentence
}

/** Problems whose hint does not depend on the request. */
type Hinted = {
  [Code in ProblemCode]: (typeof problems)[Code] extends readonly [number, string] ? never : Code
}[ProblemCode]

interface ProblemDetails extends Omit<RefusalDetails, 'problem' | 'body' | 'plain'> {
  /** The code and the message of `/v1`. */
  readonly v1?: readonly [code: number, message: string]
}

type DetailsOf<Code extends ProblemCode> = Code extends Hinted
  ? [details?: Partial<ProblemDetails>]
  : [details: ProblemDetails]

/** A refusal with the status, the sentence and the hint of its problem. */
export function refuse<Code extends ProblemCode>(problem: Code, ...[details]: DetailsOf<Code>): Refusal {
  const [status, sentence, hint = '']: Problem = problems[problem]
  const { v1, ...others } = details ?? {}
  const [code, message] = v1 ?? [status, others.detail ?? sentence]
  return new Refusal(status, code, message, { hint, plain: v1?.[1] ?? sentence, ...others, problem })
}
