import { randomUUID } from 'node:crypto'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type RawRequestDefaultExpression,
  type RouteOptions,
} from 'fastify'
import type { Logger } from 'pino'
import { Refusal } from '../../values/refusal.ts'
import { Overloaded } from '../batch/index.ts'
import { isTransient } from '../db/index.ts'
import { addBodyParsers, forgetTypeOfNothing, refuseBody, smallBodyBytesMax } from './body.ts'
import { answerBrokenRequest, answerSlowBody, headerBytesMax } from './broken.ts'
import { closeConnections } from './closing.ts'
import { bodyTooLarge, notNow, ownFault, typeWanted, unsupportedType } from './errors.ts'
import { type Area, answersOn, consoleArea, type Hosts, hostOf, openArea } from './hosts.ts'
import { describeInvalid } from './invalid.ts'
import { cutPersonal, missing, notFound, originalMethod, pathOf, patternOf, type Route } from './paths.ts'
import { boundReceiving } from './receiving.ts'
import { lazyValidators } from './validators.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route there is, once the server is ready. */
    listRoutes(): readonly { readonly method: string; readonly url: string; readonly area: Area | null }[]
  }
  interface FastifyContextConfig {
    /** Every route says it, because it decides who may ask, and on which host. */
    readonly area?: Area
    /** Whoever has the path can do something with it: logs have the pattern instead. */
    readonly pathIsSecret?: boolean
  }
  interface FastifyRequest {
    /** Why it was turned down, for the log and for whose it is. */
    refusal: Refusal | null
  }
}

export interface HttpOptions {
  readonly log: Logger
  /** Of a large body, such as a send to very many recipients; others have at most 1 MiB. */
  readonly bodyBytesMax: number
  /** How many values a large body may have. */
  readonly bodyElementsMax?: number
  readonly trustedProxies: readonly string[]
  /** Without any, all areas answer on every host. */
  readonly hosts?: Hosts
  /**
   * Paths below these are cut off in the log where no route says what they are: they may be a secret with something
   * more around it.
   */
  readonly secretRoots?: readonly string[]
  /** Runs before anything else is looked at, also for paths that do not exist: those have no area. Throws a Refusal. */
  readonly authenticate: (request: FastifyRequest, reply: FastifyReply, area: Area | null) => void | Promise<void>
  /** Other names that paths have, for some callers. */
  readonly otherPaths?: OtherPaths
  /** Who asked, for the log. */
  readonly identify?: (request: FastifyRequest) => Readonly<Record<string, unknown>>
}

export interface OtherPaths {
  /** The address that a request is for; most are for the one they name. */
  readonly lead: (request: RawRequestDefaultExpression) => string
  /** For a caller who may not use them; null when they named no other. */
  readonly refuse: (request: FastifyRequest) => Refusal | null
}

const headersTimeoutMs = 60_000
/** How many of the largest bodies may be on their way at once. */
const unfinishedBodies = 16

export function createHttp({
  log,
  bodyBytesMax,
  bodyElementsMax = 500_000,
  trustedProxies,
  hosts = new Map(),
  secretRoots = [],
  authenticate,
  otherPaths = { lead: ({ url = '/' }) => url, refuse: () => null },
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
    bodyLimit: Math.min(bodyBytesMax, smallBodyBytesMax),
    // Bodies have limits of their own, by route: see `receiving.ts`.
    requestTimeout: 0,
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    forceCloseConnections: 'idle',
    // Its own answer would be one without a request id. A request that comes before the last connection is closed is
    // served like any other.
    return503OnClosing: false,
    // Node's own answer to a request without a Host would be empty; ours is below.
    http: { maxHeaderSize: headerBytesMax, headersTimeout: headersTimeoutMs, requireHostHeader: false },
    rewriteUrl: otherPaths.lead,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    schemaErrorFormatter: (errors, what) => new Error(describeInvalid(errors, what)),
    clientErrorHandler: answerBrokenRequest,
    // A path that can't be decoded reaches no route and no hook, but it is still a path: who asks comes first.
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
  app.decorateRequest('refusal', null)
  addBodyParsers(app, {
    largeBytesMax: bodyBytesMax,
    largeElementsMax: bodyElementsMax,
    unfinishedBytesMax: unfinishedBodies * bodyBytesMax,
  })
  const routes: KnownRoute[] = []
  app.addHook('onRoute', (options) => void routes.push(routeOf(options)))
  app.decorate('listRoutes', () =>
    routes.flatMap(({ methods, options: { url, config } }) =>
      methods.map((method) => ({ method, url, area: config?.area ?? null })),
    ),
  )
  // Not before all are there: what a plugin adds is given its area by a hook that runs later than the one above.
  app.addHook('onReady', async () => {
    const ownerless = routes.find(({ options }) => options.config?.area === undefined)
    if (ownerless)
      throw new Error(`the route ${ownerless.options.url} does not say whose it is: give its config an area`)
  })
  const missingOn = (request: FastifyRequest) =>
    missing(
      routes.filter(({ options }) => answersOn(hosts, options.config?.area ?? null, hostOf(request))),
      request.method,
      request.url,
    )
  // A caller who is known already is let through without a promise: this runs for every request.
  app.addHook('onRequest', (request, reply, done) => {
    // What a browser takes an answer for is what its Content-Type says, and never what it looks like.
    reply.header('X-Request-Id', request.id).header('X-Content-Type-Options', 'nosniff')
    boundReceiving(request.raw, reply.raw, request.routeOptions.config.bodyAsItComes === true, answerSlowBody)
    if (request.headers.host === undefined && request.raw.httpVersion === '1.1') throw hostMissing()
    forgetTypeOfNothing(request)
    const area = request.routeOptions.config.area ?? null
    const checked = authenticate(request, reply, area)
    // What comes with a request for nothing is not read.
    const goOn = () => {
      const refusal = otherPaths.refuse(request)
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
        reply.statusCode < 400 ? 'answered' : 'refused',
      )
    done()
  })
  app.setNotFoundHandler((request, reply) => answerError(missingOn(request), request, reply))
  app.setErrorHandler(answerError)
  // An expectation that we don't know is no reason to refuse, and Node's own refusal would be empty.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  closeConnections(app)
  return app
}

type KnownRoute = Route & { readonly options: RouteOptions }

function routeOf(options: RouteOptions): KnownRoute {
  const { url, method, config } = options
  const isPublic = config?.area !== openArea && config?.area !== consoleArea && config?.pathIsSecret !== true
  return { methods: [method].flat(), pattern: patternOf(url), publicUrl: isPublic ? url : null, options }
}

const hostMissing = () =>
  new Refusal(400, 400, 'Bad Request', {
    hint: 'a request of HTTP/1.1 has the header Host, with the name of the server',
  })

/** Somebody else's id is taken over only when it can't hurt a log line. */
function soundRequestId(header: string | string[] | undefined): string | null {
  return typeof header === 'string' && /^[\w.-]{1,64}$/.test(header) ? header : null
}

/** Never the query: numbers stand in it. */
function describe(request: FastifyRequest, reply: FastifyReply, secretRoots: readonly string[]) {
  const { originalUrl: url, refusal, routeOptions } = request
  const why =
    refusal === null ? {} : { code: refusal.code, reason: refusal.reason ?? refusal.plain, ...hintFor(refusal) }
  return {
    method: originalMethod(request),
    path: routeOptions.url === undefined ? cutSecrets(url, secretRoots) : pathFor(routeOptions, url),
    status: reply.statusCode,
    ...why,
    ms: Math.round(reply.elapsedTime),
  }
}

/**
 * What was sent does not belong into the log, so a hint that repeats something of it does not either; whoever makes
 * such a hint says so.
 */
const hintFor = ({ hint, hintRepeats }: Refusal) => (hintRepeats ? {} : { hint })

/** Parameters of paths that are phone numbers: whose they are is nothing for a log. */
const phoneParameter = /:(phone|number)\b/

/** Phone numbers with a country code. Shorter segments stay readable, because most are ids. */
const personalInRoute = /\d{11}|@/
/** Anything that may be a phone number or an e-mail address: a path without a route has no ids. */
const personalElsewhere = /\d{7}|@/

const pathFor = ({ url: pattern = '', config }: FastifyRequest['routeOptions'], url: string): string =>
  config.pathIsSecret || phoneParameter.test(pattern) ? pattern : cutPersonal(url, personalInRoute)

/** However it is written: what no route took may still have been meant for one. */
function cutSecrets(url: string, roots: readonly string[]): string {
  const path = pathOf(url).toLowerCase()
  const root = roots.find((one) => path.includes(one))
  return root === undefined ? cutPersonal(url, personalElsewhere) : `${root}…`
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
    .header('X-Content-Type-Options', 'nosniff')
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
  const { bodyLimit, config } = request.routeOptions
  if (status === 413) return bodyTooLarge(bodyLimit)
  if (status === 415) return unsupportedType(typeWanted(config))
  if (error instanceof Error && 'validation' in error)
    return new Refusal(400, 400, `Invalid Request: ${error.message}`, { hint: validationHint })
  if (status > 400 && status < 500) return new Refusal(status, status, 'Invalid Request Format', { hint: headersHint })
  if (status === 400)
    return refuseBody(request, 'the body is cut off: it is shorter or longer than Content-Length says')

  const { faultCode, fault } = config
  if (isTransient(error) || error instanceof Overloaded) return notNow(faultCode)
  return fault?.() ?? ownFault(faultCode)
}

const headersHint = 'leave out headers that only ask for a part of the answer, or for it under a condition'
const validationHint = 'correct the named fields and try again'
