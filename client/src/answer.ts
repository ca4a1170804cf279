import {
  AuthenticationError,
  type ErrorDetails,
  type NgomaError,
  RateLimitError,
  RefusedError,
  ServerError,
} from './errors.ts'

export interface AnswerHeaders {
  get(name: string): string | null
}

/** An answer that was read to its end. */
export interface Answered {
  readonly status: number
  readonly headers: AnswerHeaders
  readonly text: string
}

const excerptLengthMax = 200

/** What has to be known of a call to understand its answer. */
export interface Asked {
  readonly idempotencyKey: string | undefined
  /** An earlier attempt may have done it. */
  readonly isUncertain: boolean
  /** Whether a success has the form of what was asked for. */
  isAnswer(body: unknown): boolean
  /** Whether a success has its hint in it. */
  readonly keepsHint: boolean
}

/** The body of an answer that is a success, or throws what the answer means. */
export function readAnswer(
  { status, headers, text }: Answered,
  { idempotencyKey, isUncertain, isAnswer, keepsHint }: Asked,
): unknown {
  const body = parseJson(text)
  const hint = headers.get('ngoma-hint') ?? undefined
  if (status >= 200 && status < 300 && isAnswer(body))
    return keepsHint && hint !== undefined ? { ...(body as object), hint } : body

  const told = readRefusal(body)
  const details: ErrorDetails = {
    status,
    // Some have no code of their own, those of contacts for one.
    code: told.code ?? (told.message === undefined ? undefined : status),
    hint,
    requestId: headers.get('x-request-id') ?? undefined,
    idempotencyKey,
    // A 4xx says that nothing was done; who says anything else may have done it before.
    isUncertain: isUncertain || !isRefusal(status),
    body: body ?? excerptOf(text),
    retryAfterSeconds: readRetryAfter(headers.get('retry-after')),
  }
  const summary =
    told.message === undefined
      ? describeForeign(status, headers, text)
      : `${told.message}${told.code === undefined ? '' : ` (${told.code})`}`
  throw errorOf(status, told.isUnauthorized, hint === undefined ? summary : `${summary}: ${hint}`, details)
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

interface Told {
  readonly code: number | undefined
  readonly message: string | undefined
  readonly isUnauthorized: boolean
}

type Fields = Readonly<Record<string, unknown>>

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Most answers have what was asked for under this name. */
export const hasData = (body: unknown): boolean => isFields(body) && isFields(body.data)

/**
 * Whether an answer is the one that was asked for: whoever else answers with 200, a proxy or a page to sign in at, has
 * not sent anything.
 */
export const has =
  (...names: readonly string[]) =>
  (body: unknown): boolean =>
    isFields(body) && names.every((name) => body[name] !== undefined)

/**
 * Refusals have several shapes: `{code,message}`, `{status,message}`, `{data:{message,status}}`,
 * `{data:{message:{code,message}}}` and `{error}`.
 */
function readRefusal(body: unknown): Told {
  const outer = isFields(body) ? body : {}
  const data = isFields(outer.data) ? outer.data : outer
  const told = isFields(data.message) ? data.message : data
  const code = [told.code, told.status].find((one) => typeof one === 'number')
  const message = [told.message, outer.error].find((one) => typeof one === 'string')
  return { code, message, isUnauthorized: outer.error === 'No authorization headers' }
}

/** What a proxy says instead of Ngoma, a redirect, or an address where something else answers. */
function describeForeign(status: number, headers: AnswerHeaders, text: string): string {
  const location = headers.get('location')
  if (status >= 300 && status < 400 && location !== null)
    return `HTTP ${status}: redirects are not followed; is ${location} the url to use?`
  const excerpt = excerptOf(text)
  return `HTTP ${status} without an answer of Ngoma${excerpt === '' ? '' : `: ${excerpt}`}`
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
