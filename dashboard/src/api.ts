import type { AnswerOf, ConsoleRoute, RequestOf } from '../../src/contract/console/index.ts'
import { addressOf, fillPath, type Param, splitRoute } from '../../src/values/address.ts'
import { sentenceOf } from './parts/words.ts'

/**
 * The one way to the server. Every page asks through here, so that refusals, faults and a network that is away look the
 * same everywhere.
 */

const root = '/console/v1'

/** What the server said no to, in its own words. */
export class Refused extends Error {
  readonly status: number
  readonly code: number
  /** A name for the reason, where the server gives one. */
  readonly reason: string | null
  /** All that it answered, for who needs more than its words. */
  readonly answer: unknown

  constructor(status: number, code: number, message: string, reason: string | null, answer: unknown = null) {
    super(message)
    this.status = status
    this.code = code
    this.reason = reason
    this.answer = answer
  }
}

/** Nothing came back: whether the server got it is not known. */
export class Unreachable extends Error {
  constructor() {
    super('The server can’t be reached. Check your connection; nothing you typed is lost.')
  }
}

/** What a request may carry beside what its route says. */
interface Extras {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** For a route that takes a CSV file. */
  readonly file?: Blob
}

export type Params = Readonly<Record<string, Param>>

export const pathAddress = (path: string, params?: Params) => root + addressOf(path, { query: params })

/** Where a route is asked. */
export function consoleAddress<Route extends ConsoleRoute>(
  route: Route,
  { path, query }: Pick<RequestOf<Route>, 'path' | 'query'>,
): string {
  return root + addressOf(splitRoute(route).pattern, { path, query })
}

/**
 * Asks the console. The route gives the types of the request and of the answer, which is null when it is empty. Throws
 * Refused or Unreachable and nothing else.
 */
export async function ask<Route extends ConsoleRoute>(
  route: Route,
  { path, query, body }: RequestOf<Route>,
  { headers = {}, signal, file }: Extras = {},
): Promise<AnswerOf<Route>> {
  const { method, pattern } = splitRoute(route)
  return askPath(fillPath(pattern, path), {
    method,
    params: query,
    body: file ?? body,
    headers,
    ...(signal ? { signal } : {}),
  }) as Promise<AnswerOf<Route>>
}

export interface Question {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly params?: Params | undefined
  /** JSON, unless it is a file. */
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
}

/** Resolves with the answer, null when it is empty; throws Refused or Unreachable and nothing else. */
export async function askPath<T>(
  path: string,
  { method = 'GET', params, body, headers = {}, signal }: Question = {},
): Promise<T> {
  const isFile = body instanceof Blob
  const sent = body === undefined ? {} : { body: isFile ? body : JSON.stringify(body) }
  const type: Record<string, string> =
    body === undefined ? {} : { 'Content-Type': isFile ? 'text/csv' : 'application/json' }
  const response = await fetch(root + addressOf(path, { query: params }), {
    method,
    ...sent,
    headers: { ...type, ...headers },
    ...(signal ? { signal } : {}),
  }).catch((error) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Unreachable()
  })
  const text = await response.text().catch(() => {
    throw new Unreachable()
  })
  const answer = parse(text)
  if (response.ok) return answer as T
  throw refusalOf(response.status, answer, response.headers.get('Ngoma-Hint'))
}

export function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function refusalOf(status: number, answer: unknown, hint: string | null): Refused {
  const {
    code = status,
    message,
    reason = null,
  } = (answer ?? {}) as { code?: number; message?: string; reason?: string | null }
  if (status >= 500 && status !== 503)
    return new Refused(
      status,
      code,
      'Something went wrong on the server. It is logged there; please try again.',
      reason,
    )
  if (status === 503)
    return new Refused(
      status,
      code,
      'The server is busy, or its database is away. Please try again in a moment.',
      reason,
    )
  return new Refused(status, code, withHint(message ?? `The server answered ${status}`, hint), reason, answer)
}

/** The server says of every refusal what to do next, in a sentence of its own. */
const withHint = (message: string, hint: string | null) =>
  hint ? `${message.replace(/\.$/, '')}. ${sentenceOf(hint, message)}` : message
