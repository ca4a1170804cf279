import type {
  AnswerOf,
  ConsoleRoute,
  FileRoute,
  ItemOf,
  ListPart,
  ListRoute,
  RequestOf,
} from '../../src/contract/console/index.ts'
import { callOf, isOfAccountApi, linkTo, type Param } from '../../src/values/address.ts'
import type { ProblemCode } from '../../src/values/problems.ts'
import { fromAnswer, toWire } from '../../src/values/wire-names.ts'
import { hintToSentence } from './parts/hint.ts'
import { fill, t } from './text.ts'

/** The client of the console API. Every page uses it, so that errors look the same everywhere. */

/** An error that the server answered with. The message is in the language of the user. */
export class Refused extends Error {
  readonly status: number
  readonly code: ProblemCode | null
  /** The whole body. */
  readonly answer: unknown

  constructor(status: number, message: string, code: ProblemCode | null = null, answer: unknown = null) {
    super(message)
    this.status = status
    this.code = code
    this.answer = answer
  }
}

export const hasCode = (error: unknown, code: ProblemCode): boolean => error instanceof Refused && error.code === code

/** No answer arrived. The server may or may not have received the request. */
export class Unreachable extends Error {
  constructor() {
    super(t.shared.unreachable)
  }
}

interface Extras {
  readonly headers?: Readonly<Record<string, string>>
  readonly signal?: AbortSignal
  /** For a route that takes a CSV file. */
  readonly file?: Blob
}

export type Params = Readonly<Record<string, Param>>

export function consoleAddress<Route extends ConsoleRoute>(
  route: Route,
  { path, query }: Pick<RequestOf<Route>, 'path' | 'query'>,
): string {
  return linkTo(route, { path, query })
}

/** Calls a console route. An empty answer is null. Throws only Refused or Unreachable. */
export const ask = <Route extends ConsoleRoute>(
  route: Route,
  request: RequestOf<Route>,
  extras: Extras = {},
): Promise<AnswerOf<Route>> => call(route, request, extras) as Promise<AnswerOf<Route>>

/** The path parameters and filters of a list. */
export interface ListRequest<Route extends ListRoute> {
  readonly path: RequestOf<Route>['path'] | undefined
  readonly query: RequestOf<Route>['query'] | undefined
}

/** Gets one page of a list; `part` has its number or cursor. */
export const askList = <Route extends ListRoute>(
  route: Route,
  { path, query }: ListRequest<Route>,
  part: Params,
  extras: Extras,
): Promise<ListPart<ItemOf<Route>>> =>
  call(route, { path, query: { ...query, ...part } }, extras) as Promise<ListPart<ItemOf<Route>>>

/** A request to any route. */
interface AnyRequest {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Params
  readonly body?: unknown
}

type Prove = () => Promise<boolean>
let prove: Prove | null = null

/** Registers the dialog that asks users to confirm their identity. It returns whether they did. */
export function onProofRequired(handler: Prove | null): void {
  prove = handler
}

/** Repeats a request once when the user has confirmed their identity for it. */
async function withProof<Answer>(once: () => Promise<Answer>): Promise<Answer> {
  try {
    return await once()
  } catch (error) {
    if (!hasCode(error, 'proof_required') || prove === null || !(await prove())) throw error
    return once()
  }
}

const call = (route: ConsoleRoute, request: AnyRequest, extras: Extras): Promise<unknown> =>
  withProof(() => callOnce(route, request, extras))

async function callOnce(route: ConsoleRoute, request: AnyRequest, extras: Extras): Promise<unknown> {
  const response = await send(route, request, extras)
  const text = await response.text().catch(() => {
    throw new Unreachable()
  })
  const answer = parse(text)
  if (response.ok) return read(route, answer)
  throw refusalOf(response.status, answer, response.headers.get('Ngoma-Hint'))
}

/** An answer of any status, as the server sent it. */
export interface Exchange {
  readonly status: number
  readonly text: string
  readonly requestId: string
}

/** For pages that show developers the answer itself. */
export async function askExactly<Route extends ConsoleRoute>(
  route: Route,
  request: RequestOf<Route>,
  extras: Extras = {},
): Promise<Exchange> {
  const response = await send(route, request, extras)
  const text = await response.text().catch(() => {
    throw new Unreachable()
  })
  return { status: response.status, text, requestId: response.headers.get('X-Request-Id') ?? '' }
}

/** Gets a file whose request has a body: a number must not be in an address. */
export const askFile = <Route extends FileRoute>(route: Route, request: RequestOf<Route>): Promise<Blob> =>
  withProof(() => askFileOnce(route, request))

async function askFileOnce(route: FileRoute, request: AnyRequest): Promise<Blob> {
  const response = await send(route, request, {})
  const unreachable = () => {
    throw new Unreachable()
  }
  if (response.ok) return response.blob().catch(unreachable)
  const answer = parse(await response.text().catch(unreachable))
  throw refusalOf(response.status, answer, response.headers.get('Ngoma-Hint'))
}

function send(
  route: ConsoleRoute,
  { path, query, body }: AnyRequest,
  { headers = {}, signal, file }: Extras,
): Promise<Response> {
  const { method, url, headers: own } = callOf(route, { path, query })
  const content = file ?? (body === undefined ? undefined : JSON.stringify(isOfAccountApi(route) ? toWire(body) : body))
  const type: Record<string, string> =
    content === undefined ? {} : { 'Content-Type': file ? 'text/csv' : 'application/json' }
  return fetch(url, {
    method,
    headers: { ...type, ...own, ...headers },
    body: content,
    signal: signal ?? null,
  }).catch((error) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new Unreachable()
  })
}

/** An answer with the names of the contract. */
export const read = (route: ConsoleRoute, answer: unknown): unknown =>
  isOfAccountApi(route) ? fromAnswer(answer) : answer

export function parse(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text)
  } catch {
    return null
  }
}

export function refusalOf(status: number, answer: unknown, hint: string | null): Refused {
  const {
    code = null,
    detail = fill(t.shared.serverAnswered, { status }),
    errors = [],
  } = (answer ?? {}) as Partial<ProblemAnswer>
  if (status >= 500 && status !== 503) return new Refused(status, t.shared.serverFailed, code)
  if (status === 503) return new Refused(status, t.shared.serverBusy, code)
  const translated = code === null ? undefined : t.problems[code]
  const why = errors.length > 0 ? errors.map((one) => `${one.field} ${one.message}`).join(', ') : reasonIn(detail)
  const text = translated === undefined ? withHint(detail, hint, errors) : translated.replace('{detail}', () => why)
  return new Refused(status, text, code, answer)
}

interface ProblemAnswer {
  readonly code: ProblemCode
  readonly detail: string
  readonly errors: readonly { readonly field: string; readonly message: string }[]
}

/** The reason that the server gives in English. */
export const reasonOf = (error: Error | null): string =>
  error instanceof Refused ? reasonIn((error.answer as ProblemAnswer).detail) : ''

/** The part of a sentence that is not in its translation: `The settings are invalid: port is missing.` */
const reasonIn = (detail: string) => detail.replace(/^[^:]*: /, '').replace(/\.$/, '')

/** A refusal may carry a hint about what to do next. */
const withHint = (detail: string, hint: string | null, errors: ProblemAnswer['errors']) =>
  hint
    ? `${detail.replace(/\.$/, '')}. ${hintToSentence(
        hint,
        errors.map(({ field }) => field),
      )}`
    : detail
