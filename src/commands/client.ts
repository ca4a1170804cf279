import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { App } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import type {
  AnswerOf,
  ConsoleRoute,
  FileRoute,
  ItemOf,
  PagedRoute,
  RequestOf,
  UploadRoute,
} from '../contract/console/index.ts'
import type { Page } from '../contract/shapes.ts'
import { controlPath, labelOf } from '../engine/http/control.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { openLog } from '../engine/log.ts'
import { addressOf, type Param, splitRoute } from '../values/address.ts'
import { exitCodes, Failure } from './command.ts'
import { type Ask, askSocket, type Body, hintIn, isListening, type Method, type RawAnswer, typeOf } from './socket.ts'

/** The console, as the command line uses it. */
export interface ConsoleClient {
  /** Asks a route, which gives the types of the request and of the answer. A refusal is a Failure in its words. */
  call<Route extends ConsoleRoute>(route: Route, request: RequestOf<Route>): Promise<AnswerOf<Route>>
  /** Asks for a page of a list. */
  list<Route extends PagedRoute>(
    route: Route,
    request: RequestOf<Route>,
    page: Readonly<Record<string, Param>>,
  ): Promise<Page<ItemOf<Route>>>
  /** The body of an answer that is a file, as it arrives. */
  stream<Route extends FileRoute>(route: Route, request: RequestOf<Route>): Promise<Readable>
  /** Sends a CSV file as it is read. */
  upload<Route extends UploadRoute>(route: Route, request: RequestOf<Route>, file: Readable): Promise<AnswerOf<Route>>
  /** Where no server runs, this process does imports itself from now on. */
  startImports(): void
  /** The same for a rotation of the root secret. */
  startRotation(): void
  /** Whether a server runs on this machine, and does the work. */
  readonly isServed: boolean
}

/**
 * Talks to the server on this machine when one runs, and otherwise to the same program within this process, without
 * workers and without a port.
 */
export async function withConsole<T>(run: (console: ConsoleClient) => Promise<T>): Promise<T> {
  const config = readConfig()
  const app = await openUnlessServed(config)
  if (app === null) return run(clientOver(askSocket(controlPath(config.dataDirectory), config.databaseUrl), null))
  try {
    if (app.first) {
      const { welcome } = await import('../first-run.ts')
      process.stderr.write(`${describeNew(config)}\n${welcome(app.first, config, null)}`)
    } else if (config.databaseUrl === null && process.stderr.isTTY) {
      // Whoever forgot where the data of their server is makes a key here that it does not know.
      process.stderr.write(
        `ngoma: no server runs with its data in ${config.dataDirectory} (NGOMA_DATA), so this is about that data alone\n`,
      )
    }
    await app.http.ready()
    return await run(clientOver((method, url, body) => askWithin(app, method, url, body), app))
  } finally {
    await app.close()
  }
}

/** The same beside a server that runs, for what makes no sense without one: then nothing is opened, let alone made. */
export async function withServer<T>(run: (console: ConsoleClient) => Promise<T>): Promise<T> {
  const { dataDirectory, databaseUrl } = readConfig()
  const path = controlPath(dataDirectory)
  if (await isListening(path)) return run(clientOver(askSocket(path, databaseUrl), null))
  throw new Failure(
    `no server runs on this machine with its data in ${dataDirectory}: start one first`,
    exitCodes.unreachable,
  )
}

/** Said first: whoever mistyped where the data is would otherwise look for it in vain in what was just made. */
function describeNew({ databaseUrl, dataDirectory }: Config): string {
  const [place, setting] =
    databaseUrl === null ? [dataDirectory, 'NGOMA_DATA'] : [`the database ${labelOf(databaseUrl)}`, 'DATABASE_URL']
  return `ngoma: ${place} was new and empty, and has a first account now. If you meant another, look at ${setting}.`
}

/** Null when a server answers, now or after waiting for it. */
async function openUnlessServed(config: Config): Promise<App | null> {
  const path = controlPath(config.dataDirectory)
  if (await isListening(path)) return null
  // Loading the whole program takes longer than asking a server that runs.
  const { openAppWhenFree } = await import('./open.ts')
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

/** A request to any route. */
interface Sent {
  readonly path?: Readonly<Record<string, string | number>>
  readonly query?: Readonly<Record<string, Param>> | undefined
  readonly body?: unknown
}

/** Over a socket, or over the program within this process. */
function clientOver(send: Ask, within: App | null): ConsoleClient {
  const ask = async (route: ConsoleRoute, { path, query }: Sent, body: Body) => {
    const { method, pattern } = splitRoute(route)
    const answer = await send(method, `/console/v1${addressOf(pattern, { path, query })}`, body)
    if (answer.status >= 400) throw await failureOf(answer)
    return answer.body
  }
  const read = async (body: Readable) => {
    const answer = await text(body)
    return answer === '' ? null : JSON.parse(answer)
  }
  const call = async (route: ConsoleRoute, request: Sent) =>
    read(await ask(route, request, request.body === undefined ? undefined : JSON.stringify(request.body)))
  return {
    isServed: within === null,
    call,
    list: (route, request, page) => call(route, { ...request, query: { ...request.query, ...page } }),
    stream: (route, request: Sent) => ask(route, request, undefined),
    upload: async (route, request: Sent, file) => read(await ask(route, request, file)),
    startImports: () => within?.startImports(),
    startRotation: () => within?.startRotation(),
  }
}

async function failureOf({ status, hint, body }: RawAnswer): Promise<Failure> {
  const said = await text(body)
  const message = messageIn(said) ?? `the server answered with ${status}`
  return new Failure(
    hint === undefined ? message : `${message} (${hint})`,
    status === 503 ? exitCodes.unreachable : exitCodes.refused,
  )
}

function messageIn(body: string): string | null {
  try {
    return JSON.parse(body).message ?? null
  } catch {
    return null
  }
}

async function askWithin(app: App, method: Method, url: string, body: Body): Promise<RawAnswer> {
  const headers = { ...typeOf(body), ...app.controlHeaders }
  const response = await app.http.inject({
    method,
    url,
    headers,
    payloadAsStream: true,
    ...(body === undefined ? {} : { payload: body }),
  })
  return { status: response.statusCode, hint: hintIn(response.headers), body: Readable.from(response.stream()) }
}
