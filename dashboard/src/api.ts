import type { AnswerOf, ConsoleRoute, ItemOf, ListRoute, RequestOf } from '../../src/contract/console/index.ts'
import type { Page } from '../../src/contract/shapes.ts'
import { addressOf, type Param, splitRoute } from '../../src/values/address.ts'
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
export const ask = <Route extends ConsoleRoute>(
  route: Route,
  request: RequestOf<Route>,
  extras: Extras = {},
): Promise<AnswerOf<Route>> => call(route, request, extras) as Promise<AnswerOf<Route>>

/** What fills the path of a list, and filters it. */
export interface ListRequest<Route extends ListRoute> {
  readonly path: RequestOf<Route>['path'] | undefined
  readonly query: RequestOf<Route>['query'] | undefined
}

/** A page of a list, or the part of it before a mark. */
export interface ListPart<Item> extends Partial<Pick<Page<Item>, 'pagination'>> {
  readonly data: readonly Item[]
  readonly next?: string | null
  /** How far back was searched, where that is not to the end. */
  readonly searchedTo?: string | null
}

/** Asks for a part of a list. `part` says which. */
export const askList = <Route extends ListRoute>(
  route: Route,
  { path, query }: ListRequest<Route>,
  part: Params,
  extras: Extras,
): Promise<ListPart<ItemOf<Route>>> =>
  call(route, { path, query: { ...query, ...part } }, extras) as Promise<ListPart<ItemOf<Route>>>

/** A request to any route. */
interface AnyRequest {
  readonly path?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Params | undefined
  readonly body?: unknown
}

type Prove = () => Promise<boolean>
let prove: Prove | null = null

/** Who asks people to prove that it is they, when the server wants it; says whether they did. */
export function onProofWanted(handler: Prove | null): void {
  prove = handler
}

/** Repeats a request once, after the proof that it was refused for. */
async function call(route: ConsoleRoute, request: AnyRequest, extras: Extras): Promise<unknown> {
  try {
    return await callOnce(route, request, extras)
  } catch (error) {
    const isWanted = error instanceof Refused && error.reason === 'PROOF_REQUIRED'
    if (!isWanted || prove === null || !(await prove())) throw error
    return callOnce(route, request, extras)
  }
}

async function callOnce(
  route: ConsoleRoute,
  { path, query, body }: AnyRequest,
  { headers = {}, signal, file }: Extras,
): Promise<unknown> {
  const { method, pattern } = splitRoute(route)
  const content = file ?? (body === undefined ? undefined : JSON.stringify(body))
  const type = content === undefined ? {} : { 'Content-Type': file ? 'text/csv' : 'application/json' }
  const response = await fetch(root + addressOf(pattern, { path, query }), {
    method,
    headers: { ...type, ...headers },
    ...(content === undefined ? {} : { body: content }),
    ...(signal ? { signal } : {}),
  }).catch((error) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Unreachable()
  })
  const text = await response.text().catch(() => {
    throw new Unreachable()
  })
  const answer = parse(text)
  if (response.ok) return answer
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
