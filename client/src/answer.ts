import {
  AuthenticationError,
  type ErrorDetails,
  type FieldError,
  type NgomaError,
  type ProblemCode,
  RateLimitError,
  RefusedError,
  ServerError,
} from './errors.ts'

export interface AnswerHeaders {
  get(name: string): string | null
}

/** A complete HTTP response. */
export interface Answered {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly text: string
  readonly file?: ArrayBuffer
}

const excerptLengthMax = 200

/** The parts of a call that are needed to read its answer. */
export interface Asked {
  readonly idempotencyKey: string | undefined
  /** An earlier attempt may have been executed. */
  readonly isUncertain: boolean
  /** Checks the shape of a successful answer. */
  isAnswer(body: unknown): boolean
  /** Adds the hint to a successful answer. */
  readonly keepsHint: boolean
}

/** Returns the body of a successful answer, or throws the matching error. */
export function readAnswer(
  { status, headers, text }: Answered,
  { idempotencyKey, isUncertain, isAnswer, keepsHint }: Asked,
): unknown {
  const body = parseJson(text)
  const hint = headers.get('ngoma-hint') ?? undefined
  if (status >= 200 && status < 300 && isAnswer(body))
    return keepsHint && hint !== undefined ? { ...(body as object), hint } : body

  const error = readErrorBody(body)
  const details: ErrorDetails = {
    status,
    // Some products, such as contacts, have no error codes.
    code: error.code ?? (error.message === undefined ? undefined : status),
    hint,
    errors: error.errors,
    requestId: headers.get('x-request-id') ?? undefined,
    idempotencyKey,
    // Only a 4xx status guarantees that this attempt was not executed.
    isUncertain: isUncertain || !isRefusal(status),
    body: body ?? excerptOf(text),
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  }
  const summary =
    error.message === undefined
      ? describeForeign(status, headers, text)
      : `${error.message}${error.code === undefined ? '' : ` (${error.code})`}`
  throw errorOf(status, error.isUnauthorized, hint === undefined ? summary : `${summary}: ${hint}`, details)
}

const isRefusal = (status: number) => status >= 400 && status < 500

function errorOf(status: number, isUnauthorized: boolean, message: string, details: ErrorDetails): NgomaError {
  if (status === 401 || isUnauthorized) return new AuthenticationError(message, details)
  if (status === 429) return new RateLimitError(message, details)
  if (isRefusal(status)) return new RefusedError(message, details)
  return new ServerError(message, details)
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

interface ErrorBody {
  readonly code: number | ProblemCode | undefined
  readonly message: string | undefined
  readonly errors?: readonly FieldError[] | undefined
  readonly isUnauthorized: boolean
}

type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most answers have a `data` object. */
export const hasData = (body: unknown): boolean => isFields(body) && isFields(body.data)

/** Checks that an answer comes from Ngoma. A proxy or a login page can also answer with status 200. */
export const has =
  (...names: readonly string[]) =>
  (body: unknown): boolean =>
    isFields(body) && names.every((name) => body[name] !== undefined)

/**
 * Errors of the account API are problem details. Others have several shapes: `{code,message}`, `{status,message}`, `{data:{message,status}}`,
 * `{data:{message:{code,message}}}` and `{error}`.
 */
function readErrorBody(body: unknown): ErrorBody {
  const outer = isFields(body) ? body : {}
  if (typeof outer.code === 'string' && typeof outer.detail === 'string')
    return {
      code: outer.code as ProblemCode,
      message: outer.detail,
      errors: outer.errors as ErrorBody['errors'],
      isUnauthorized: false,
    }
  const data = isFields(outer.data) ? outer.data : outer
  const error = isFields(data.message) ? data.message : data
  const code = [error.code, error.status].find((one) => typeof one === 'number')
  const message = [error.message, outer.error].find((one) => typeof one === 'string')
  return { code, message, isUnauthorized: outer.error === 'No authorization headers' }
}

/** Describes an answer of a proxy or another server, or a redirect. */
function describeForeign(status: number, headers: AnswerHeaders, text: string): string {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null)
    return `HTTP ${status}: redirects are not followed. If ${location} is the right address, use it as url.`
  const excerpt = excerptOf(text)
  return `HTTP ${status}, but the answer is not from Ngoma${excerpt === '' ? '' : `: ${excerpt}`}`
}

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return line.length > excerptLengthMax ? `${line.slice(0, excerptLengthMax)}…` : line
}

/** Seconds, or an HTTP date. */
function readRetryAfter(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined
}
