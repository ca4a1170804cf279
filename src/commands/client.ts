import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { App } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type {
  AnswerOf,
  ConsoleRoute,
  FileRoute,
  ItemOf,
  ListPart,
  ListRoute,
  RequestOf,
  UploadRoute,
} from '../contract/console/index.ts'
import { controlPath } from '../engine/http/control.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { callOf, isOfAccountApi, type Method, type Param } from '../values/address.ts'
import { fromAnswer, toWire } from '../values/wire-names.ts'
import { exitCodes, Failure } from './command.ts'
import { type Ask, askSocket, type Body, hintIn, isListening, type RawAnswer, typeOf } from './socket.ts'

export interface ConsoleClient {
  /** Calls a route. An error response is thrown as a Failure with its message and hint. */
  call<Route extends ConsoleRoute>(route: Route, request: RequestOf<Route>): Promise<AnswerOf<Route>>
  /** Reads one part of a list; `part` has its cursor and limit. */
  list<Route extends ListRoute>(
    route: Route,
    request: RequestOf<Route>,
    part: Readonly<Record<string, Param>>,
  ): Promise<ListPart<ItemOf<Route>>>
  stream<Route extends FileRoute>(route: Route, request: RequestOf<Route>): Promise<Readable>
  upload<Route extends UploadRoute>(route: Route, request: RequestOf<Route>, file: Readable): Promise<AnswerOf<Route>>
  /** Without a server, starts the import worker in this process. */
  startImports(): void
  /** Without a server, starts the rotation of the root secret in this process. */
  startRotation(): void
  /** Without a server, starts the erasure of persons in this process. */
  startErasures(): void
  /** Whether a server on this machine handles the calls. */
  readonly isServed: boolean
}

/** Uses the server on this machine. Without one, opens the app in this process, without workers and without a port. */
export async function withConsole<T>(run: (console: ConsoleClient) => Promise<T>): Promise<T> {
  const config = readConfig()
  const app = await openUnlessServed(config)
  if (app === null) return run(clientOver(askSocket(controlPath(config.dataDirectory), config.databaseUrl), null))
  try {
    if (config.databaseUrl === null && process.stderr.isTTY) {
      // With the wrong NGOMA_DATA, a new key would be unknown to the user's server.
      process.stderr.write(
        `ngoma: no server is running with NGOMA_DATA=${config.dataDirectory}; using that data directory directly\n`,
      )
    }
    await app.http.ready()
    return await run(clientOver((method, url, body, headers) => askWithin(app, method, url, body, headers), app))
  } finally {
    await app.close()
  }
}

/** Like `withConsole`, but fails without a running server and never opens or creates a database. */
export async function withServer<T>(run: (console: ConsoleClient) => Promise<T>): Promise<T> {
  const { dataDirectory, databaseUrl } = readConfig()
  const path = controlPath(dataDirectory)
  if (await isListening(path)) return run(clientOver(askSocket(path, databaseUrl), null))
  throw new Failure(
    `no server is running on this machine with NGOMA_DATA=${dataDirectory}. Start one with "ngoma serve".`,
    exitCodes.unreachable,
  )
}

/** Null when a server is running, or has started while this process waited for the data directory. */
async function openUnlessServed(config: Config): Promise<App | null> {
  const path = controlPath(config.dataDirectory)
  if (await isListening(path)) return null
  // Loading the whole program takes longer than a call to a running server.
  const [{ openAppWhenFree }, { openLog }] = await Promise.all([import('./open.ts'), import('../engine/log.ts')])
  const log = openLog(config.logLevel === 'info' ? 'warn' : config.logLevel, config.logFormat, process.stderr)
  try {
    return await openAppWhenFree(config, log, 'command', (why) => {
      if (process.stderr.isTTY) process.stderr.write(`ngoma: waiting: ${why}\n`)
    })
  } catch (error) {
    if (!(error instanceof DataDirectoryLocked)) throw error
    if (await isListening(path)) return null
    throw new Failure(error.message, exitCodes.unreachable)
  }
}

interface Sent {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, Param>>
  readonly body?: unknown
}

const bodyOf = (route: ConsoleRoute, { body }: Sent) =>
  body === undefined ? undefined : JSON.stringify(isOfAccountApi(route) ? toWire(body) : body)

/** `within` is the app of this process; null when `send` uses a socket. */
function clientOver(send: Ask, within: App | null): ConsoleClient {
  const ask = async (route: ConsoleRoute, { path, query }: Sent, body: Body) => {
    const { method, url, headers } = callOf(route, { path, query })
    const answer = await send(method, url, body, headers)
    if (answer.status >= 400) throw await failureOf(answer)
    return answer.body
  }
  const read = async (route: ConsoleRoute, body: Readable) => {
    const answer = await text(body)
    const value = answer === '' ? null : JSON.parse(answer)
    return isOfAccountApi(route) ? fromAnswer(value) : value
  }
  const call = async (route: ConsoleRoute, request: Sent) =>
    read(route, await ask(route, request, bodyOf(route, request)))
  return {
    isServed: within === null,
    call,
    list: (route, request: Sent, part) => call(route, { ...request, query: { ...request.query, ...part } }),
    stream: (route, request: Sent) => ask(route, request, bodyOf(route, request)),
    upload: async (route, request: Sent, file) => read(route, await ask(route, request, file)),
    startImports: () => within?.startImports(),
    startRotation: () => within?.startRotation(),
    startErasures: () => within?.startErasures(),
  }
}

async function failureOf({ status, hint, body }: RawAnswer): Promise<Failure> {
  const { code = null, detail = `the server answered with HTTP status ${status}` } = problemIn(await text(body))
  return new Failure(
    hint === undefined ? detail : `${detail.replace(/\.$/, '')} (${hint})`,
    status === 503 ? exitCodes.unreachable : exitCodes.refused,
    code,
  )
}

function problemIn(body: string): { readonly code?: string; readonly detail?: string } {
  try {
    return JSON.parse(body)
  } catch {
    return {}
  }
}

async function askWithin(
  app: App,
  method: Method,
  url: string,
  body: Body,
  given: Readonly<Record<string, string>> = {},
): Promise<RawAnswer> {
  const headers = { ...typeOf(body), ...given, ...app.controlHeaders }
  const response = await app.http.inject({
    method,
    url,
    headers,
    payloadAsStream: true,
    payload: body,
  })
  return { status: response.statusCode, hint: hintIn(response.headers), body: Readable.from(response.stream()) }
}
