import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyContextConfig,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type RawRequestDefaultExpression,
  type RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'
import { accountApiRoot } from '../../values/address.ts'
import { hintHeader, Refusal } from '../../values/refusal.ts'
import { addBodyParsers, ignoreContentTypeWithoutBody, smallBodyBytesMax } from './body.ts'
import { answerBrokenRequest, answerSlowBody, headerBytesMax } from './broken.ts'
import { watchConnections } from './closing.ts'
import { type Area, accountArea, answersOn, consoleArea, type Hosts, hostOf, openArea } from './hosts.ts'
import { InvalidInput } from './invalid.ts'
import { cutPersonal, missing, notFound, originalMethod, pathOf, patternOf, type Route } from './paths.ts'
import { problemOf, problemType, refusalOf } from './problem.ts'
import { boundReceiving } from './receiving.ts'
import { RequestLog } from './request-log.ts'
import { FailureLog, logFailure } from './unfinished.ts'
import { lazyValidators } from './validators.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** All routes; complete once the server is ready. */
    listRoutes(): readonly ServedRoute[]
  }
  interface FastifyContextConfig {
    /** Required on every route: decides who may call it, and on which host. */
    readonly area?: Area
    /** The path is a credential, so logs contain the route pattern instead. */
    readonly pathIsSecret?: boolean
  }
  interface FastifyRequest {
    /** The error response, for the log and for the list of rejected requests. */
    refusal: Refusal | null
    /** `routeOptions`, which Fastify builds anew for every access. Use it where every request passes. */
    readonly route: FastifyRequest['routeOptions']
  }
}

export interface ServedRoute {
  readonly method: string
  readonly url: string
  readonly area: Area | null
  readonly config: FastifyContextConfig
  /** In bytes, if the route has its own. */
  readonly bodyLimit: number | null
}

export interface HttpOptions {
  readonly log: Logger
  /** Maximum size of a large body, such as a send to many recipients; other bodies may have 1 MiB. */
  readonly bodyBytesMax: number
  /** Maximum number of values in a large body. */
  readonly bodyElementsMax?: number
  readonly trustedProxies: readonly string[]
  /** When empty, every host serves all areas. */
  readonly hosts?: Hosts
  /** Unknown paths below these roots are shortened in the log, because they may contain a secret. */
  readonly secretRoots?: readonly string[]
  /** Runs first, also for unknown paths (with a null area). Throws a Refusal. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply, area: Area | null) => void | Promise<void>
  /** Path aliases for some callers. */
  readonly pathAliases?: PathAliases
  /** Log fields that identify the caller. */
  readonly identify?: (request: FastifyRequest) => Readonly<Record<string, unknown>>
}

export interface PathAliases {
  /** Returns the URL to route the request to; for most requests its own. */
  readonly resolve: (request: RawRequestDefaultExpression) => string
  /** The error for a caller who may not use aliases; null when the request used none. */
  readonly reject: (request: FastifyRequest) => Refusal | null
}

const routeKept = Symbol('route')
const headersTimeoutMs = 60_000
/** Maximum number of partially received bodies, each counted at the largest size. */
const unfinishedBodies = 16

export function createHttp({
  log,
  bodyBytesMax,
  bodyElementsMax = 500_000,
  trustedProxies,
  hosts = new Map(),
  secretRoots = [],
  authenticate,
  pathAliases = { resolve: ({ url = '/' }) => url, reject: () => null },
  identify = () => ({}),
}: HttpOptions): FastifyInstance {
  // Fastify logs one line per listening address; `serve` logs its own.
  const quiet = log.child({})
  quiet.info = quiet.debug.bind(quiet)
  // Request logs keep their level.
  quiet.child = log.child.bind(log) as typeof quiet.child
  const app = Fastify({
    loggerInstance: quiet,
    logController: new FailureLog(),
    genReqId: ({ headers }) => safeRequestId(headers['x-request-id']) ?? randomUUID(),
    bodyLimit: Math.min(bodyBytesMax, smallBodyBytesMax),
    // `receiving.ts` sets limits by route.
    requestTimeout: 0,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Fastify's 503 has no request id. Requests on connections that are still open are served as usual.
    return503OnClosing: false,
    // Node's response to a missing Host header has no body; ours is below.
    http: { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs, requireHostHeader: false },
    rewriteUrl: pathAliases.resolve,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    schemaErrorFormatter: (errors, what) => new InvalidInput(errors, what),
    clientErrorHandler: answerBrokenRequest,
    // A path that cannot be decoded reaches no hook, so authenticate here too.
    async frameworkErrors(_error, request, reply) {
      boundReceiving(request.raw, reply.raw, false, answerSlowBody)
      try {
        await authenticate(request, reply, null)
        throw notFound()
      } catch (error) {
        answerError(error, request, reply)
      }
    },
  }) as unknown as FastifyInstance

  app.setValidatorCompiler(lazyValidators())
  app.setChildLoggerFactory((logger, { reqId }) => new RequestLog(logger, String(reqId)))
  app.decorateRequest('refusal', null)
  app.decorateRequest('route', {
    getter(this: FastifyRequest & { [routeKept]?: FastifyRequest['routeOptions'] }) {
      this[routeKept] ??= this.routeOptions
      return this[routeKept]
    },
  })
  addBodyParsers(app, {
    largeBytesMax: bodyBytesMax,
    largeElementsMax: bodyElementsMax,
    unfinishedBytesMax: unfinishedBodies * bodyBytesMax,
  })
  const routes: KnownRoute[] = []
  app.addHook('onRoute', (options) => void routes.push(routeOf(options)))
  app.decorate('listRoutes', () =>
    routes.flatMap(({ methods, options: { url, config = {}, bodyLimit = null } }) =>
      methods.map((method) => ({ method, url, area: config?.area ?? null, config, bodyLimit })),
    ),
  )
  // Only when ready: routes of plugins get their area from a hook that runs after the one above.
  app.addHook('onReady', async () => {
    const ownerless = routes.find(({ options }) => options.config?.area === undefined)
    if (ownerless) throw new Error(`the route ${ownerless.options.url} has no area: set config.area`)
  })
  const missingOn = (request: FastifyRequest) =>
    missing(
      routes.filter(({ options }) => answersOn(hosts, options.config?.area ?? null, hostOf(request))),
      request.method,
      request.url,
    )
  // No promise for callers that are already cached: this runs for every request.
  app.addHook('onRequest', (request, reply, done) => {
    // Browsers must not guess a content type.
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff')
    const { config } = request.route
    boundReceiving(request.raw, reply.raw, config.streamsBody === true, answerSlowBody)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw hostMissing()
    ignoreContentTypeWithoutBody(request)
    const area = config.area ?? null
    const checked = authenticate(request, reply, area)
    // Decide here, so that the body of a request to an unknown path is not read.
    const goOn = () => {
      const refusal = pathAliases.reject(request)
      if (refusal !== null) done(refusal)
      else
        done(
          request.is404 || (hosts.size > 0 && !answersOn(hosts, area, hostOf(request)))
            ? missingOn(request)
            : undefined,
        )
    }
    if (checked) checked.then(goOn, done)
    else goOn()
  })
  app.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode < 400 ? 'debug' : 'info'
    if (log.isLevelEnabled(level))
      request.log[level](
        { ...describe(request, reply, secretRoots), ...identify(request) },
        reply.statusCode < 400 ? 'request completed' : 'request rejected',
      )
    done()
  })
  app.setNotFoundHandler((request, reply) => answerError(missingOn(request), request, reply))
  app.setErrorHandler(answerError)
  // Serve requests with an unknown Expect header; Node would reject them with an empty response.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  const endConnections = watchConnections(app.server)
  app.addHook('preClose', async () => endConnections())
  return app
}

type KnownRoute = Route & { readonly options: RouteOptions }

function routeOf(options: RouteOptions): KnownRoute {
  const { url, method, config } = options
  const isPublic = config?.area !== openArea && config?.area !== consoleArea && config?.pathIsSecret !== true
  return { methods: [method].flat(), pattern: patternOf(url), publicUrl: isPublic ? url : null, options }
}

const hostMissing = () =>
  new Refusal(400, 400, 'Bad Request', { hint: 'HTTP/1.1 requests need a Host header with the name of the server' })

/** Accepts a client's request id only when it is safe in a log line. */
function safeRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : null
}

/** Leaves out the query string, because it may contain phone numbers. */
function describe(request: FastifyRequest, reply: FastifyReply, secretRoots: readonly string[]) {
  const { originalUrl: url, refusal, routeOptions } = request
  return {
    method: originalMethod(request),
    path: routeOptions.url === undefined ? cutSecrets(url, secretRoots) : pathFor(routeOptions, url),
    status: reply.statusCode,
    ...(refusal && { code: refusal.code, reason: refusal.reason ?? refusal.plain }),
    // A hint that repeats part of the request is not logged.
    ...(refusal && !refusal.hintRepeats && { hint: refusal.hint }),
    ms: Math.round(reply.elapsedTime),
  }
}

/** Path parameters that hold phone numbers, which must not be logged. */
const phoneParameter = /:(phone|number)\b/

/** Phone numbers with a country code. Shorter segments stay readable, because most are ids. */
const personalInRoute = /\d{11}|@/
/** Anything that may be a phone number or an email address. Unknown paths have no ids to keep. */
const personalElsewhere = /\d{7}|@/

const pathFor = ({ url: pattern = '', config }: FastifyRequest['routeOptions'], url: string): string =>
  config.pathIsSecret || phoneParameter.test(pattern) ? pattern : cutPersonal(url, personalInRoute)

/** A misspelled path may still contain a secret. */
function cutSecrets(url: string, roots: readonly string[]): string {
  const path = pathOf(url).toLowerCase()
  const root = roots.find((one) => path.includes(one))
  return root === undefined ? cutPersonal(url, personalElsewhere) : `${root}…`
}

/**
 * The only place that turns errors into responses. Errors other than a Refusal become a bare 500 and are logged in
 * full.
 */
function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = error instanceof Refusal ? error : refusalOf(error, request)
  request.refusal = refusal
  // No stack for a 503 while the database is unavailable: the outage itself is logged elsewhere.
  if (refusal !== error && refusal.status === 500) logFailure(request, error)
  for (const [name, value] of Object.entries(refusal.headers)) reply.header(name, printable(value))
  reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff').code(refusal.status)
  const isOfAccount = isOfAccountApi(request)
  if (refusal.problem !== null && (isOfAccount || request.routeOptions.config?.area === consoleArea)) {
    const problem = problemOf(refusal, refusal.problem, isOfAccount)
    reply.header(hintHeader, printable(problem.hint)).type(problemType).send(JSON.stringify(problem))
  } else reply.type('application/json; charset=utf-8').send(JSON.stringify(refusal.body))
}

/** Headers are limited to ASCII. */
const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

/** Also for unknown paths. */
const isOfAccountApi = ({ routeOptions, url }: FastifyRequest) =>
  routeOptions.config?.area === accountArea ||
  (routeOptions.url === undefined && pathOf(url).startsWith(accountApiRoot))
