import type { FastifyInstance } from 'fastify'
import { serve } from '../console-route.ts'
import type { Attention } from '../contract/console/overview.ts'
import type { Queryable } from '../engine/db/index.ts'
import { listShort } from '../modules/balance/index.ts'
import { countRefused } from '../modules/refusals/index.ts'
import type { RoutingContext } from '../modules/routing/index.ts'
import { countPending, listOpenSenders } from '../modules/senders/index.ts'
import { type Day, listDays } from '../modules/sms/index.ts'
import { listFailing } from '../modules/webhooks/index.ts'
import { formatMoney } from '../values/money.ts'
import { dayOf } from '../values/time.ts'

const dayMs = 86_400_000
const daysShown = 30
/** A rejected sender is news for so long. */
const rejectedDays = 7
/** Nobody reads more of one kind, and of more than these they are only counted. */
const listedMax = 3
const countedMax = 100
/** A handful of refused requests is somebody who tries things. */
const refusedMin = 10

/** How an account does: its days, and what needs attention. Operators are also told what concerns all accounts. */
export function overviewConsole(app: FastifyInstance, ctx: RoutingContext): void {
  serve(app, 'GET /accounts/:account/overview', { may: 'viewer' }, async ({ accountId, request: { actor } }) => {
    const now = ctx.clock.now()
    const days = await readDays(ctx.db, accountId, now)
    const general = actor?.operator ? [...listCarriersDown(ctx), ...(await listApprovals(ctx.db))] : []
    const own = [...(await listCredit(ctx.db, accountId)), ...(await listWebhooks(ctx.db, accountId))]
    const refused = await listRefused(ctx.db, accountId, now)
    const senders = await listSenders(ctx.db, accountId, new Date(now.getTime() - rejectedDays * dayMs))
    return { today: days.at(-1) ?? emptyDay(now), days, attention: [...general, ...own, ...refused, ...senders] }
  })
}

const emptyDay = (time: Date): Day => ({ day: dayOf(time), sent: 0, delivered: 0, failed: 0 })

/** Also those on which nothing happened. */
async function readDays(db: Queryable, accountId: number, now: Date): Promise<Day[]> {
  const empty = Array.from({ length: daysShown }, (_, index) =>
    emptyDay(new Date(now.getTime() - (daysShown - 1 - index) * dayMs)),
  )
  const counted = await listDays(db, accountId, empty[0]?.day ?? dayOf(now), dayOf(now))
  const byDay = new Map(counted.map((one) => [one.day, one]))
  return empty.map((one) => byDay.get(one.day) ?? one)
}

function listCarriersDown({ routing }: RoutingContext): Attention[] {
  return routing.names().flatMap((name) => {
    const standing = routing.standing(name)
    // A paused one is meant to be so.
    if (standing === null || standing.paused) return []
    const { awaySince, health } = standing
    const out = health.state === 'out' ? `gets no messages for now${because(health.reason)}` : null
    const problem = awaySince === null ? out : `is not connected since ${showTime(awaySince)}`
    return problem === null ? [] : [{ kind: 'carrier_down', text: `The carrier ${name} ${problem}.`, page: 'carriers' }]
  })
}

async function listApprovals(db: Queryable): Promise<Attention[]> {
  const count = await countPending(db, countedMax)
  if (count === 0) return []
  const text =
    count === 1 ? 'A sender name waits for your approval.' : `${showCount(count)} sender names wait for your approval.`
  return [{ kind: 'approval_waiting', text, page: 'approvals' }]
}

async function listCredit(db: Queryable, accountId: number): Promise<Attention[]> {
  return (await listShort(db, accountId)).map(({ product, currency, available, creditLevel, usedUp }) => ({
    kind: 'credit_low',
    text: usedUp
      ? `The ${product} credit is used up.`
      : `The ${product} credit is low: ${formatMoney(available)} ${currency} left, below the level of ${formatMoney(creditLevel)} ${currency}.`,
    page: 'credit',
  }))
}

async function listWebhooks(db: Queryable, accountId: number): Promise<Attention[]> {
  const failing = await listFailing(db, accountId, countedMax)
  const listed = failing.slice(0, listedMax).map(({ url, failingSince, disabledReason }) => {
    const host = URL.canParse(url) ? new URL(url).host : url
    if (disabledReason === 'gone') return `The webhook endpoint at ${host} said that it is gone, and was switched off.`
    if (disabledReason !== null) return `The webhook endpoint at ${host} failed for too long, and was switched off.`
    return `The webhook endpoint at ${host} fails${failingSince === null ? '' : ` since ${showTime(failingSince)}`}.`
  })
  const more = failing.length - listed.length
  const texts = more > 0 ? [...listed, `${showCount(more)} more webhook endpoints fail.`] : listed
  return texts.map((text) => ({ kind: 'webhook_failing', text, page: 'webhooks' }))
}

async function listRefused(db: Queryable, accountId: number, now: Date): Promise<Attention[]> {
  const count = await countRefused(db, accountId, now)
  if (count < refusedMin) return []
  return [
    {
      kind: 'requests_refused',
      text: `${count} requests with keys and tokens of this account were refused today (GMT).`,
      page: 'api/refused',
    },
  ]
}

async function listSenders(db: Queryable, accountId: number, rejectedSince: Date): Promise<Attention[]> {
  const open = await listOpenSenders(db, accountId, rejectedSince, countedMax)
  const rejected = open.filter(({ status }) => status === 'rejected')
  const pending = open.filter(({ status }) => status === 'pending')
  const [first] = pending
  const waiting =
    first === undefined
      ? []
      : [
          pending.length === 1
            ? `The sender name ${first.sender} waits for approval.`
            : `${showCount(pending.length)} sender names wait for approval.`,
        ]
  return [
    ...rejected.slice(0, listedMax).map(
      ({ sender, reason }): Attention => ({
        kind: 'sender_rejected',
        text: `The sender name ${sender} was rejected${because(reason)}.`,
        page: 'senders',
      }),
    ),
    ...waiting.map((text): Attention => ({ kind: 'sender_pending', text, page: 'senders' })),
  ]
}

const showCount = (count: number) => (count >= countedMax ? `At least ${countedMax}` : String(count))

/** What somebody wrote, as the end of a sentence that has its own full stop. */
const because = (reason: string | null) =>
  reason === null || reason === '' ? '' : `: ${reason.replace(/[.\s]+$/, '')}`

/** In GMT, to the minute. */
const showTime = (time: Date) => `${time.toISOString().slice(0, 16).replace('T', ' ')} GMT`
