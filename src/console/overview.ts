import type { FastifyInstance } from 'fastify'
import { serve } from '../api-route.ts'
import { overview, type Attention as ShownAttention } from '../contract/account/overview.ts'
import type { Sendable } from '../contract/shapes.ts'
import type { Queryable } from '../engine/db/index.ts'
import { listShort, mayReadCredit } from '../modules/balance/index.ts'
import { listAway } from '../modules/providers/index.ts'
import { listReportedDays, readTimeZone } from '../modules/reports/index.ts'
import { countRejected } from '../modules/request-log/index.ts'
import type { RoutingContext } from '../modules/routing/index.ts'
import { countPending, listOpenSenders } from '../modules/senders/index.ts'
import { listFailing } from '../modules/webhooks/index.ts'
import { formatMoney } from '../values/money.ts'
import { because, showTime } from '../values/sentences.ts'

type Attention = Sendable<ShownAttention>
type Failing = Awaited<ReturnType<typeof listFailing>>[number]

const dayMs = 86_400_000
const daysShown = 30
/** Days for which a rejected sender ID is listed. */
const rejectedDays = 7
/** Maximum number of entries of one kind; the rest is counted, up to `countedMax`. */
const listedMax = 3
const countedMax = 100
/** Fewer rejected requests are probably somebody testing. */
const refusedMin = 10

/**
 * Daily figures of an account and the items that need attention. Operators also see items of the whole installation.
 */
export function overviewConsole(app: FastifyInstance, ctx: RoutingContext): void {
  serve(app, overview.get, async ({ accountId, query, request: { actor, caller } }) => {
    const now = ctx.clock.now()
    const days = await listReportedDays(ctx.db, accountId, { days: daysShown, timeZone: readTimeZone(query) }, now)
    const general = actor?.operator
      ? [...listCarriersDown(ctx), ...(await listProvidersAway(ctx.db)), ...(await listApprovals(ctx.db))]
      : []
    const own = [
      ...(await listCredit(ctx.db, accountId, caller?.products ?? null)),
      ...(await listWebhooks(ctx.db, accountId)),
    ]
    const refused = await listRefused(ctx.db, accountId, now)
    const senders = await listSenders(ctx.db, accountId, new Date(now.getTime() - rejectedDays * dayMs))
    const [today] = days.slice(-1)
    if (today === undefined) throw new Error('the report has no days')
    return { today, days, attention: [...general, ...own, ...refused, ...senders] }
  })
}

function listCarriersDown({ routing }: RoutingContext): Attention[] {
  return routing.names().flatMap((name) => {
    const carrierState = routing.carrierState(name)
    // A paused carrier is intended.
    if (carrierState === null || carrierState.paused) return []
    const { awaySince, health } = carrierState
    const out = health.state === 'out' ? `currently gets no messages${because(health.reason)}` : null
    const problem = awaySince === null ? out : `has been disconnected since ${showTime(awaySince)}`
    if (problem === null) return []
    const why = awaySince === null ? reasonIn(health.reason) : { since: awaySince }
    const text = `The carrier ${name} ${problem}.`
    return [{ kind: 'carrier_down', text, page: 'providers', detail: { name, ...why } }]
  })
}

async function listProvidersAway(db: Queryable): Promise<Attention[]> {
  return (await listAway(db)).map(({ name, since, problem }) => ({
    kind: 'provider_away',
    text: `The provider ${name} has not answered since ${showTime(since)}${because(problem)}.`,
    page: 'providers',
    detail: { name, since, ...reasonIn(problem) },
  }))
}

async function listApprovals(db: Queryable): Promise<Attention[]> {
  const count = await countPending(db, countedMax)
  if (count === 0) return []
  const names = count === 1 ? 'A sender name is' : `${showCount(count)} sender names are`
  const text = `${names} waiting for your approval.`
  return [{ kind: 'approval_waiting', text, page: 'approvals', detail: countIn(count) }]
}

/** A credential that is limited to products gets only the credit that these are paid from. */
async function listCredit(db: Queryable, accountId: number, products: readonly string[] | null): Promise<Attention[]> {
  const short = (await listShort(db, accountId)).filter(({ product }) => mayReadCredit(products, product))
  return short.map(({ product, currency, available, creditLevel, usedUp }) => ({
    kind: 'credit_low',
    text: usedUp
      ? `The ${product} credit is used up.`
      : `The ${product} credit is low: ${formatMoney(available)} ${currency} left, below the level of ${formatMoney(creditLevel)} ${currency}.`,
    page: 'credit',
    detail: {
      product,
      currency,
      ...(usedUp ? {} : { available: formatMoney(available), level: formatMoney(creditLevel) }),
    },
  }))
}

async function listWebhooks(db: Queryable, accountId: number): Promise<Attention[]> {
  const failing = await listFailing(db, accountId, countedMax)
  const listed = failing.slice(0, listedMax).map(showWebhook)
  const more = failing.length - listed.length
  if (more === 0) return listed
  const text = `${showCount(more)} more webhook endpoints are failing.`
  return [...listed, { kind: 'webhook_failing', text, page: 'webhooks', detail: countIn(more) }]
}

function showWebhook({ url, failingSince, disabledReason }: Failing): Attention {
  const name = URL.canParse(url) ? new URL(url).host : url
  const show = (what: string, detail: Attention['detail']): Attention => ({
    kind: 'webhook_failing',
    page: 'webhooks',
    text: `The webhook endpoint at ${name} ${what}.`,
    detail: { name, ...detail },
  })
  if (disabledReason === 'gone') return show('answered 410 Gone and was disabled', { state: 'gone' })
  if (disabledReason !== null) return show('kept failing and was disabled', { state: 'disabled' })
  if (failingSince === null) return show('is failing', { state: 'failing' })
  return show(`has been failing since ${showTime(failingSince)}`, { state: 'failing', since: failingSince })
}

async function listRefused(db: Queryable, accountId: number, now: Date): Promise<Attention[]> {
  const count = await countRejected(db, accountId, now)
  if (count < refusedMin) return []
  const text = `${count} requests with keys or tokens of this account were rejected today (GMT).`
  return [{ kind: 'requests_refused', text, page: 'api/requests', detail: { count } }]
}

async function listSenders(db: Queryable, accountId: number, rejectedSince: Date): Promise<Attention[]> {
  const open = await listOpenSenders(db, accountId, rejectedSince, countedMax)
  const rejected = open.filter(({ status }) => status === 'rejected')
  const pending = open.filter(({ status }) => status === 'pending')
  const [first] = pending
  const waiting = first === undefined ? [] : [showPending(first.sender, pending.length)]
  return [
    ...rejected.slice(0, listedMax).map(
      ({ sender, reason }): Attention => ({
        kind: 'sender_rejected',
        text: `The sender name ${sender} was rejected${because(reason)}.`,
        page: 'senders',
        detail: { name: sender, ...reasonIn(reason) },
      }),
    ),
    ...waiting,
  ]
}

function showPending(sender: string, count: number): Attention {
  const attention = { kind: 'sender_pending', page: 'senders' } as const
  return count === 1
    ? { ...attention, text: `The sender name ${sender} is waiting for approval.`, detail: { name: sender } }
    : { ...attention, text: `${showCount(count)} sender names are waiting for approval.`, detail: countIn(count) }
}

const countIn = (count: number) => (count >= countedMax ? {} : { count })

const showCount = (count: number) => (count >= countedMax ? `At least ${countedMax}` : String(count))

const reasonIn = (reason: string | null) =>
  reason === null || reason === '' ? {} : { reason: reason.replace(/[.\s]+$/, '') }
