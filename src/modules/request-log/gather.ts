import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { TSchema } from 'typebox'
import type { Context } from '../../context.ts'
import { startCountBuffer } from '../../engine/count-buffer.ts'
import { accountArea, originalMethod, pathOf } from '../../engine/http/index.ts'
import { describePlace, showHint, showMessage } from '../refusals/index.ts'
import { createAdmission, renewEveryMs } from './admission.ts'
import { cut, maskJson, maskQuery } from './mask.ts'
import { createSaving } from './saving.ts'
import type { NewRequest } from './store.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The answer of a request that is logged; null while it is unknown, and for requests that are not logged. */
    loggedAnswer: { readonly payload: unknown } | null
  }
}

/** Collects API requests. A request only waits for a token in memory. */
export interface RequestLog {
  /** Logs the requests to all routes that are added later. */
  watch(app: FastifyInstance): void
  /** Writes the requests now instead of within a second. */
  write(): Promise<void>
  stop(): Promise<void>
}

const now = () => performance.now()
const writeEveryMs = 1_000
const textLengthMax = 4_096
const shortLengthMax = 500
/** Larger answers are not parsed. */
const parsedLengthMax = 65_536

export function startRequestLog(
  { db, clock, log, metrics }: Pick<Context, 'db' | 'clock' | 'log' | 'metrics'>,
  everyMs = writeEveryMs,
): RequestLog {
  const dropped = metrics.counter(
    'ngoma_request_log_dropped_total',
    'API requests that are missing in the request log, because too many waited to be written.',
  )
  const [accepted, refused] = [createAdmission(now), createAdmission(now)]
  const renewing = setInterval(() => {
    accepted.renew()
    refused.renew()
  }, renewEveryMs).unref()
  const { add, write, stop } = startCountBuffer<NewRequest>({
    log,
    everyMs,
    save: createSaving(db, log),
    what: 'the request log',
    onDropped: () => dropped.inc(),
  })
  return {
    watch(app) {
      app.decorateRequest('loggedAnswer', null)
      app.addHook('onSend', (request, _reply, payload, done) => {
        const accountId = accountOf(request)
        if (accountId !== null && (request.refusal === null ? accepted : refused).admits(accountId))
          request.loggedAnswer = { payload }
        done()
      })
      app.addHook('onResponse', (request, reply, done) => {
        // Most requests end here.
        const accountId = request.loggedAnswer === null ? null : accountOf(request)
        if (accountId !== null) {
          const at = clock.now()
          add({ accountId, ...describe(request, reply), count: 1, firstAt: at, lastAt: at })
        }
        done()
      })
    },
    write,
    async stop() {
      clearInterval(renewing)
      await stop()
    },
  }
}

/** Programs, and users who send from the dashboard. Null for other requests. */
function accountOf(request: FastifyRequest): number | null {
  const program = request.caller?.accountId ?? request.rejectedCredential?.accountId
  if (program !== undefined) return program
  return request.route.config.isTraffic === true ? (request.accountId ?? null) : null
}

type Described = Omit<NewRequest, 'accountId' | 'count' | 'firstAt' | 'lastAt'>

function describe(request: FastifyRequest, reply: FastifyReply): Described {
  const { caller, rejectedCredential, refusal, headers } = request
  return {
    requestId: String(request.id),
    credentialId: caller?.credentialId ?? rejectedCredential?.credentialId ?? null,
    smppCredentialId: caller?.smppCredentialId ?? null,
    status: reply.statusCode,
    code: refusal?.code ?? null,
    message: refusal === null ? null : showMessage(refusal.plain),
    hint: refusal === null ? null : showHint(rejectedCredential?.why ?? refusal.hint),
    durationMs: Math.round(reply.elapsedTime),
    answer: showAnswer(request),
    // Anyone who knows a key can cause such an entry, so nothing that they wrote is stored.
    ...(caller === undefined && rejectedCredential !== undefined
      ? { ...describePlace(request), ...nothing }
      : {
          ...showPlace(request),
          query: maskQuery(request.originalUrl.split('?', 2)[1] ?? '', shortLengthMax),
          userAgent: bounded(headers['user-agent']),
          contentType: bounded(headers['content-type']),
          idempotencyKey: bounded(headers['idempotency-key']),
          body: showBody(request),
        }),
  }
}

/** The path with its ids, but without phone numbers. */
function showPlace(request: FastifyRequest): Pick<NewRequest, 'method' | 'path'> {
  const { is404, route, originalUrl } = request
  if (is404 || /:(phone|number)\b/.test(route.url ?? '')) return describePlace(request)
  return { method: originalMethod(request), path: cut(pathOf(originalUrl), shortLengthMax) }
}

const nothing = { query: null, userAgent: null, contentType: null, idempotencyKey: null, body: null }

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
function showAnswer({ loggedAnswer, route }: FastifyRequest): string | null {
  const payload = loggedAnswer?.payload
  if (typeof payload !== 'string' || payload.length > parsedLengthMax || route.config.showsSecret) return null
  try {
    return maskJson(JSON.parse(payload), textLengthMax)
  } catch {
    // Answers of Kannel are short texts.
    return maskJson({ text: cut(payload, shortLengthMax) }, textLengthMax)
  }
}
