import type { KeyObject } from 'node:crypto'
import { OutboundProblem } from '../../engine/outbound/index.ts'
import { again, createCallLimits, done, type Work } from '../../engine/work/index.ts'
import type { WebhooksContext } from './endpoints.ts'
import type { RequestHeaders } from './header-rules.ts'
import { createWebhookMetrics } from './metrics.ts'
import { webhooksTopic } from './publish.ts'
import { failingDaysMax, isGone, isSuccess, retryAfterMs, retryAfterSeconds, retryJitter } from './rules.ts'
import { createKeys, createStaticHeaders, readHeaders, signatureHeaders, webhookId } from './secrets.ts'
import {
  type Attempt,
  type Destination,
  destinationOfKey,
  type EventRow,
  eventColumns,
  recordAttempts,
  requeueIfEnabled,
} from './store-attempts.ts'

/**
 * Parallel requests of this process. They are cheap, because they mostly wait; a hanging endpoint blocks its share
 * until the attempt times out.
 */
const concurrency = 2_048
/** The parallel requests to a new endpoint, to one that always answers, and to all endpoints of an account. */
const initialLimit = 8
const limitMax = 64
const limitPerAccount = 256
/** How long an event waits when the account has used up its share. */
const turnMs = 1_000

/**
 * How long an event waits when the secret or the headers of its endpoint cannot be decrypted, until an owner sets them
 * again.
 */
const unreadableMs = 30_000

const dayMs = 86_400_000

/**
 * Calls endpoints. A row is one event for one endpoint. After a crash an event may be delivered twice, always with the
 * same id. A running request is not aborted when its lease is lost: it ends soon anyway, and may already have arrived.
 */
export function deliverWork(ctx: WebhooksContext): Work<EventRow, Attempt> {
  const calls = createCallLimits({ initialLimit, limitMax, limitPerAccount })
  const keys = createKeys(ctx.secrets)
  const headersOf = createStaticHeaders(ctx.secrets)
  const metrics = createWebhookMetrics(ctx.metrics)
  return {
    name: 'call endpoints',
    table: webhooksTopic,
    columns: eventColumns,
    ofKey: destinationOfKey,
    key: 'endpoint_id',
    concurrency,
    concurrencyPerKey: initialLimit,
    placesByKey: () => calls.limits(),
    retryAfterSeconds,
    retryJitter,
    finished: 'keep',
    callsCustomers: true,
    async run(event) {
      const { ofKey: destination, endpointId } = event
      // The endpoint was deleted in the meantime.
      if (destination === null) return done()
      const { accountId } = destination
      const inMs = (ms: number) => new Date(ctx.clock.now().getTime() + ms)
      // If the endpoint was enabled and its events were replayed since this row was read, the event stays due.
      if (destination.isOff) return done((tx) => requeueIfEnabled(tx, event, ctx.clock.now()))
      const openAndCall = async () => {
        const ownKeys = keys.of(destination, ctx.clock.now())
        const staticHeaders = headersOf(destination)
        if (ownKeys === null || staticHeaders === null) return null
        return call(ctx, { keys: ownKeys, staticHeaders }, event, destination)
      }
      if (!calls.begin(accountId)) return again(inMs(turnMs))
      const called = await openAndCall().finally(() => calls.end(accountId))
      if (called === null) return again(inMs(unreadableMs))
      const { attempt, waitMs } = called
      calls.note(String(endpointId), attempt.problem === null)
      metrics.called(destination.event, attempt)
      if (isGone(attempt.status)) return { kind: 'done', note: attempt }
      if (attempt.problem === null)
        return { kind: 'done', note: attempt, resume: event.isRetry || destination.isFailing }
      const wanted = waitMs === null ? { notBefore: null } : { notBefore: inMs(waitMs), isFixed: true }
      return { kind: 'failed', why: attempt.problem, note: attempt, ...wanted }
    },
    record(attempts) {
      const now = ctx.clock.now()
      return recordAttempts(attempts, { now, failingBefore: new Date(now.getTime() - failingDaysMax * dayMs) })
    },
    /** The attempts show that the event was not delivered. It can be replayed. */
    async giveUp() {},
  }
}

const headersUnreadable = 'not called: its headers are encrypted with a root secret that the server no longer has'

interface Called {
  readonly attempt: Attempt
  /** The requested wait; null without Retry-After. */
  readonly waitMs: number | null
}

async function call(
  { clock, outbound, secrets }: WebhooksContext,
  { keys, staticHeaders }: { readonly keys: readonly KeyObject[]; readonly staticHeaders: RequestHeaders },
  event: EventRow,
  destination: Destination,
): Promise<Called> {
  const { id, endpointId, body, headers, isTest, isDelivered } = event
  const at = clock.now()
  const realNow = new Date()
  const startedAt = performance.now()
  const attempted = (status: number | null, problem: string | null, answer: string): Attempt => ({
    eventId: id,
    endpointId,
    at,
    status,
    tookMs: Math.round(performance.now() - startedAt),
    problem,
    answer,
    isFirstSuccess: problem === null && !isDelivered,
  })
  const ownHeaders = headers === null ? {} : readHeaders(secrets, destination.accountId, headers)
  if (ownHeaders === null) return { attempt: attempted(null, headersUnreadable, ''), waitMs: null }
  try {
    const answer = await outbound.send({
      url: destination.url,
      headers: {
        ...staticHeaders,
        ...ownHeaders,
        ...(isTest ? { 'ngoma-test': 'true' } : {}),
        ...signatureHeaders(webhookId(id), body, keys, realNow),
        'content-type': 'application/json',
        'user-agent': 'Ngoma',
      },
      body,
    })
    const { status, text } = answer
    const problem = isSuccess(status) ? null : describe(status)
    return { attempt: attempted(status, problem, text), waitMs: retryAfterMs(answer.headers['retry-after'], realNow) }
  } catch (error) {
    if (!(error instanceof OutboundProblem)) throw error
    return { attempt: attempted(null, error.message, ''), waitMs: null }
  }
}

const describe = (status: number) =>
  status >= 300 && status < 400 ? `answered ${status}: redirects are not followed` : `answered ${status}`
