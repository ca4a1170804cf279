import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController, type RouteOptions } from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '../../values/refusal.ts'
import { Overloaded } from '../batch/index.ts'
import { isDatabaseAway } from '../db/index.ts'
import { addBodyParsers, forgetTypeOfNothing } from './body.ts'
import { closeConnections } from './closing.ts'
import { answersOn, consoleArea, type Hosts, hostOf } from './hosts.ts'
import { describeInvalid } from './invalid.ts'
import { missing, notFound, pathOf, patternOf, type Route } from './paths.ts'
import { boundReceiving } from './receiving.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is, once the server is ready. */
    listRoutes(): readonly { readonly method: string; readonly url: string; readonly area: string | null }[]
  }
  interface FastifyContextConfig {
    /** Whose route it is: a product, the console, or open to everybody. Every route says it, because it decides who may ask, and on which host. */
    readonly area?: string
    /** Whoever has the path can do something with it: logs have the pattern instead. */
    readonly pathIsSecret?: boolean
  }
  interface FastifyRequest {
    /** Why it was turned down, for the log. */
    refusal: Refusal | null
  }
}

export interface HttpOptions {
  readonly log: Logger
  readonly bodyBytesMax: number
  readonly trustedProxies: readonly string[]
  /** Without any, all areas answer on every host. */
  readonly hosts?: Hosts
  /** Paths below these are cut off in the log where no route says what they are: they may be a secret with something more around it. */
  readonly secretRoots?: readonly string[]
  /** Runs before anything else is looked at, also for paths that do not exist: those have no area. Throws a Refusal. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply, area: string | null) => void | Promise<void>
  /** Who asked, for the log. */
  readonly identify?: (request: FastifyRequest) => Readonly<Record<string, unknown>>
}

const headerBytesMax = 16_384
const headersTimeoutMs = 60_000
const retryAfterSeconds = 2
/** How long the caller of a broken request has to read its answer and hang up. */
const hangUpMs = 1_000

export function createHttp({
  log,
  bodyBytesMax,
  trustedProxies,
  hosts = new Map(),
  secretRoots = [],
  authenticate,
  identify = () => ({}),
}: HttpOptions): FastifyInstance {
  // Fastify says for each address that it listens; `serve` says more in one line.
  const quiet = log.child({})
  quiet.info = quiet.debug.bind(quiet)
  // Each request has a log of its own, and that is not quiet.
  quiet.child = log.child.bind(log) as typeof quiet.child
  const app = Fastify({
    loggerInstance: quiet,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers }) => soundRequestId(headers['x-request-id']) ?? randomUUID(),
    bodyLimit: bodyBytesMax,
    // Bodies have limits of their own, by route: see `receiving.ts`.
    requestTimeout: 0,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Its own answer would be one without a request id. A request that comes before the last connection is closed is served like any other.
    return503OnClosing: false,
    // Node's own answer to a request without a Host would be empty; ours is below.
    http: { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    schemaErrorFormatter: (errors, what) => new Error(describeInvalid(errors, what)),
    clientErrorHandler: answerBrokenRequest,
    // A path that can't be decoded reaches no route and no hook, but it is still a path: who asks comes first.
    async frameworkErrors(_error, request, reply) {
      try {
        await authenticate(request, reply, null)
        throw notFound()
      } catch (error) {
        answerError(error, request, reply)
      }
    },
  }) as unknown as FastifyInstance

  app.decorateRequest('refusal', null)
  addBodyParsers(app)
  const routes: (Route & { readonly options: RouteOptions })[] = []
  app.addHook('onRoute', (options) => void routes.push({ methods: [options.method].flat(), pattern: patternOf(options.url), options }))
  app.decorate('listRoutes', () =>
    routes.flatMap(({ methods, options: { url, config } }) => methods.map((method) => ({ method, url, area: config?.area ?? null }))),
  )
  // Not before all are there: what a plugin adds is given its area by a hook that runs later than the one above.
  app.addHook('onReady', async () => {
    const ownerless = routes.find(({ options }) => options.config?.area === undefined)
    if (ownerless) throw new Error(`the route ${ownerless.options.url} does not say whose it is: give its config an area`)
  })
  const missingOn = (request: FastifyRequest) =>
    missing(
      routes.filter(({ options }) => answersOn(hosts, options.config?.area ?? null, hostOf(request))),
      request.url,
    )
  // A caller who is known already is let through without a promise: this runs for every request.
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('X-Request-Id', request.id)
    boundReceiving(request.raw, reply.raw, request.routeOptions.config.bodyAsItComes === true, answerSlowBody)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw new Refusal(400, 400, 'Bad Request')
    forgetTypeOfNothing(request)
    const area = request.routeOptions.config.area ?? null
    const checked = authenticate(request, reply, area)
    // What comes with a request for nothing is not read.
    const goOn = () => done(request.is404 || (hosts.size > 0 && !answersOn(hosts, area, hostOf(request))) ? missingOn(request) : undefined)
    if (checked) checked.then(goOn, done)
    else goOn()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode < 400 ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      request.log[level]({ ...describe(request, reply, secretRoots), ...identify(request) }, reply.statusCode < 400 ? 'answered' : 'refused')
    done()
  })
  app.setNotFoundHandler((request, reply) => answerError(missingOn(request), request, reply))
  app.setErrorHandler(answerError)
  // An expectation that we don't know is no reason to refuse, and Node's own refusal would be empty.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  closeConnections(app)
  return app
}

/** Somebody else's id is taken over only when it can't hurt a log line. */
function soundRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : null
}

/** Never the query: numbers stand in it. */
function describe({ method, url, refusal, routeOptions }: FastifyRequest, reply: FastifyReply, secretRoots: readonly string[]) {
  const why = refusal === null ? {} : { code: refusal.code, reason: refusal.reason ?? refusal.message }
  return {
    method,
    path: routeOptions.config.pathIsSecret ? routeOptions.url : routeOptions.url === undefined ? cutSecrets(url, secretRoots) : url.split(/[?#]/, 1)[0],
    status: reply.statusCode,
    ...why,
    ms: Math.round(reply.elapsedTime),
  }
}

/** However it is written: what no route took may still have been meant for one. */
function cutSecrets(url: string, roots: readonly string[]): string | undefined {
  const path = pathOf(url).toLowerCase()
  const root = roots.find((one) => path.includes(one))
  return root === undefined ? url.split(/[?#]/, 1)[0] : `${root}…`
}

/** The one place where an error becomes an answer: a refusal as it is, anything else as a bare fault, logged whole. */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : refusalOf(error, request)
  request.refusal = refusal
  // While the database is away every request would write a stack; that it is away is said elsewhere.
  if (refusal !== error && refusal.status === 500) request.log.error({ err: error }, 'fault')
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, value.replace(/[^\x20-\x7e]/g, '?'))
  reply
    .header('X-Request-Id', request.id)
    .code(refusal.status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(bodyOf(refusal, request)))
}

/** Use cases refuse in the shape of their product's wire; the console has one shape for all of them. */
function bodyOf({ code, message, body }: Refusal, { routeOptions }: FastifyRequest) {
  return routeOptions.config.area === consoleArea && !('code' in body) ? { code, message } : body
}

function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500
  if (status === 413) return new Refusal(413, 413, 'Request Body Is Too Large')
  if (status === 415) return new Refusal(415, 415, 'Unsupported Media Type', { hint: 'send the body as Content-Type: application/json' })
  if (error instanceof Error && 'validation' in error) return new Refusal(400, 400, `Invalid Request: ${error.message}`)
  if (status >= 400 && status < 500) return (request.routeOptions.config.malformedBody ?? (() => new Refusal(status, status, 'Invalid Request Format')))()

  const { faultCode, fault } = request.routeOptions.config
  const wait = { headers: { 'Retry-After': String(retryAfterSeconds) } }
  if (isDatabaseAway(error) || error instanceof Overloaded) return new Refusal(503, faultCode ?? 503, 'Internal Error', wait)
  return fault?.() ?? new Refusal(500, faultCode ?? 500, 'Internal Error')
}

const answerSlowBody = ({ socket }: { readonly socket: Socket }) =>
  answerBrokenRequest(Object.assign(new Error('the body came too slowly'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket)

/** What is too broken to be a request gets an answer all the same, written straight to the socket. */
function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const [status, text] =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? [431, 'Request Header Fields Too Large']
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, 'Request Timeout']
        : [400, 'Bad Request']
  const body = JSON.stringify({ code: status, message: text })
  const head = [
    `HTTP/1.1 ${status} ${text}`,
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${body.length}`,
    `X-Request-Id: ${randomUUID()}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
  setTimeout(() => socket.destroy(), hangUpMs).unref()
}
