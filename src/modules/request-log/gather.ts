import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { TSchema } from 'typebox'
import type { Context } from '../../context.ts'
import { startCountBuffer } from '../../engine/count-buffer.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { createBuckets, type Rate } from '../../engine/flow/token-bucket.ts'
import { accountArea, originalMethod, pathOf } from '../../engine/http/index.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { cut, maskJson, maskQuery } from './mask.ts'
import { kindOf, showHint, showMessage, wordsOf } from './rules.ts'
import { addRequests, deleteOldest, type NewRequest } from './store.ts'

interface Logged {
  readonly accountId: number
  /** Null for an accepted request. */
  readonly kind: string | null
  /** Null for a rejected request that is only counted. */
  readonly answer: { readonly payload: unknown } | null
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Null while the answer is unknown, and for requests that are not logged. */
    logged: Logged | null
  }
}

export type RequestLog = ReturnType<typeof startRequestLog>

const now = () => performance.now()
const writeEveryMs = 1_000
const textLengthMax = 4_096
const shortLengthMax = 500
/** Larger answers are not parsed. */
const parsedLengthMax = 65_536

/** Collects API requests. A request only waits for a token in memory. */
export function startRequestLog({ db, clock, log, metrics }: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>) {
  const dropped = metrics.counter(
    'ngoma_request_log_dropped_total',
    'Accepted API requests that are missing in the request log, because too many waited to be written.',
  )
  const [accepted, rejected] = [createAdmission<number>(now), createAdmission<number>(now)]
  const kinds = createAdmission<string>(now, kindRate)
  const renewing = setInterval(() => {
    for (const admission of [accepted, rejected, kinds]) admission.renew()
  }, renewEveryMs).unref()
  const { add, write, stop } = startCountBuffer<NewRequest>({
    log,
    everyMs: writeEveryMs,
    nameOf: ({ accountId, kind, isCounted }) => (isCounted ? `${accountId} ${kind}` : null),
    save: createSaving(db, log),
    what: 'the request log',
    rest: (one) => (one.kind === null ? null : { ...one, ...remaining }),
    onDropped: () => dropped.inc(),
  })

  function admit(request: FastifyRequest, accountId: number, payload: unknown): Logged | null {
    if (request.refusal === null)
      return accepted.admits(accountId) ? { accountId, kind: null, answer: { payload } } : null
    const kind = describeKind(request, request.refusal)
    const isWhole = kinds.admits(kind) && rejected.admits(accountId)
    return { accountId, kind, answer: isWhole ? { payload } : null }
  }

  return {
    /** Logs the requests to all routes that are added later. */
    watch(app: FastifyInstance): void {
      app.decorateRequest('logged', null)
      app.addHook('onSend', (request, _reply, payload, done) => {
        const accountId = accountOf(request)
        if (accountId !== null) request.logged = admit(request, accountId, payload)
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        // Most requests end here.
        if (request.logged !== null) add(describe(request, reply, request.logged, clock.now()))
        done()
      })
    },
    /** Writes the requests now instead of within a second. */
    write,
    async stop(): Promise<void> {
      clearInterval(renewing)
      await stop()
    },
  }
}

/** Programs, and users who send from the dashboard. Null for other requests; 0 with an unknown credential. */
function accountOf(request: FastifyRequest): number | null {
  const program = request.caller?.accountId ?? request.rejectedCredential?.accountId
  if (program !== undefined) return program
  return request.route.config.isTraffic === true ? (request.accountId ?? null) : null
}

/** Only the owner of a credential may learn why it was rejected. */
const hintOf = ({ refusal, rejectedCredential }: FastifyRequest) => rejectedCredential?.why ?? refusal?.hint ?? null

/** A client with unknown credentials is known by its address alone. */
function describeKind(request: FastifyRequest, refusal: NonNullable<FastifyRequest['refusal']>): string {
  const { caller, rejectedCredential, ip } = request
  const credentialId = caller?.credentialId ?? rejectedCredential?.credentialId
  return kindOf({
    caller: rejectedCredential?.accountId === 0 ? neighbourhoodOf(ip) : String(credentialId ?? 'user'),
    ...describeRoute(request),
    status: refusal.status,
    code: refusal.code,
    reason: refusal.reason ?? refusal.plain,
    hint: hintOf(request),
  })
}

/** Unauthenticated callers may send any path, which must not fill the list. */
function describeRoute(request: FastifyRequest): { readonly method: string; readonly route: string } {
  const { caller, is404, routeOptions, url, originalUrl } = request
  const method = originalMethod(request)
  const isKnown = !is404 && routeOptions.url !== undefined && url === originalUrl
  if (isKnown) return { method, route: routeOptions.url ?? '' }
  return caller ? { method, route: wordsOf(pathOf(originalUrl)) } : { method: 'ANY', route: '/…' }
}

/** The values of a request that only describe it as a whole. */
const nothing = { query: null, userAgent: null, contentType: null, idempotencyKey: null, body: null }

/** The rejected requests of an account that are of too many kinds. */
const remaining = {
  kind: 'remaining',
  isCounted: true,
  requestId: '',
  credentialId: null,
  address: null,
  method: '',
  path: '',
  route: '',
  status: 0,
  code: 0,
  message: '',
  hint: null,
  answer: null,
  ...nothing,
} satisfies Partial<NewRequest>

function describe(request: FastifyRequest, reply: FastifyReply, logged: Logged, at: Date): NewRequest {
  const { accountId, kind, answer } = logged
  const { caller, rejectedCredential, refusal, headers } = request
  // Anyone who knows a key can cause such an entry, so nothing that they wrote is stored.
  const isForeign = caller === undefined && rejectedCredential !== undefined
  const { method, route } = describeRoute(request)
  return {
    accountId,
    kind,
    isCounted: answer === null,
    count: 1,
    firstAt: at,
    lastAt: at,
    requestId: String(request.id),
    credentialId: caller?.credentialId ?? rejectedCredential?.credentialId ?? null,
    address: isForeign ? request.ip : null,
    status: reply.statusCode,
    code: refusal?.code ?? null,
    message: refusal === null ? null : showMessage(refusal.plain),
    hint: refusal === null ? null : showHint(hintOf(request)),
    durationMs: Math.round(reply.elapsedTime),
    method,
    route,
    ...(answer === null || isForeign
      ? { path: route, ...nothing }
      : {
          path: showPath(request, route),
          query: maskQuery(request.originalUrl.split('?', 2)[1] ?? '', shortLengthMax),
          userAgent: bounded(headers['user-agent']),
          contentType: bounded(headers['content-type']),
          idempotencyKey: bounded(headers['idempotency-key']),
          body: showBody(request),
        }),
    answer: answer === null ? null : showAnswer(request, answer.payload),
  }
}

/** The path with its ids, but without phone numbers. */
function showPath({ is404, route: { url = '' }, originalUrl }: FastifyRequest, route: string): string {
  return is404 || /:(phone|number)\b/.test(url) ? route : cut(pathOf(originalUrl), shortLengthMax)
}

const bounded = (header: string | string[] | undefined) =>
  typeof header === 'string' ? cut(header, shortLengthMax) : null

/**
 * A stream, such as a file, is not stored. The account API refuses unknown fields; the public API ignores them, and stores
 * them nowhere.
 */
function showBody({ body, route: { config, schema } }: FastifyRequest): string | null {
  if (body === undefined || body === null || (typeof body === 'object' && 'pipe' in body)) return null
  return maskJson(body, textLengthMax, config.area === accountArea ? undefined : (schema?.body as TSchema | undefined))
}

/** Files and answers with secrets are not stored. */
function showAnswer({ route }: FastifyRequest, payload: unknown): string | null {
  if (typeof payload !== 'string' || payload.length > parsedLengthMax || route.config.showsSecret) return null
  try {
    return maskJson(JSON.parse(payload), textLengthMax)
  } catch {
    // Answers of Kannel are short texts.
    return maskJson({ text: cut(payload, shortLengthMax) }, textLengthMax)
  }
}

/** Per account and process: a burst of 60, then one per second. Rejected and accepted requests have separate rates. */
const accountRate: Rate = { size: 60, perSecond: 1 }
export const renewEveryMs = 1_000 / accountRate.perSecond
/** Of rejections of one kind; the others are only counted. One program that repeats its error pushes out nothing else. */
const kindRate: Rate = { size: 30, perSecond: 1 / 60 }

/** Decides which requests are logged with their body and answer. */
export function createAdmission<Key>(now: () => number, rate = accountRate) {
  const bucketOf = createBuckets<Key>(now)
  const spent = new Set<Key>()
  return {
    /** After the last token, a request costs one lookup, without the clock, until `renew`. */
    admits(key: Key): boolean {
      if (spent.has(key)) return false
      if (bucketOf(key).take(rate)) return true
      spent.add(key)
      return false
    },
    /** To be called about as often as an account gets a token. */
    renew: () => spent.clear(),
  }
}

/** New requests of an account until its oldest are deleted. */
export const newRequestsMax = 200

/** Stores requests, and deletes the oldest of accounts that got many. */
export function createSaving(db: Queryable, log: Logger): (requests: readonly NewRequest[]) => Promise<void> {
  const grown = new Map<number, number>()
  return async (requests) => {
    await addRequests(db, requests)
    for (const { accountId } of requests) grown.set(accountId, (grown.get(accountId) ?? 0) + 1)
    const full = [...grown].filter(([, count]) => count >= newRequestsMax).map(([accountId]) => accountId)
    if (full.length === 0) return
    try {
      await deleteOldest(db, full)
      for (const accountId of full) grown.delete(accountId)
    } catch (error) {
      // The requests are stored, so they must not be written again. The next write deletes the oldest.
      log.warn({ err: error }, 'failed to delete old requests of the request log')
    }
  }
}
