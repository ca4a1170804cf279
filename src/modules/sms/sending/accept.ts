import { setTimeout as sleep } from 'node:timers/promises'
import { isDatabaseAway, type Tx } from '../../../engine/db/index.ts'
import { getAnswer, type IdempotencyKey, insertAnswers } from '../../../engine/http/index.ts'
import { formatMoney, type Money } from '../../../values/money.ts'
import { Refusal } from '../../../values/refusal.ts'
import { isCreditShort, type PriceOf, type Purse } from '../../balance/index.ts'
import { findStandings, isSenderShape, listActiveSenders } from '../../senders/index.ts'
import type { SmsContext } from '../context.ts'
import { insufficientBalance, invalidSender, noRoute } from '../errors.ts'
import type { Accepted, Draft, Lane, Plan } from '../model.ts'
import {
  chargesOf,
  findPursesOf,
  type OptedOut,
  type PurseOf,
  priceOfMessage,
  priceSend,
  refuseUnaffordable,
  smsProduct,
} from './charge.ts'
import { countSends, isLimited, refuseOverLimit } from './daily-limit.ts'
import { dispatchTopic } from './dispatch.ts'
import { cutBatches } from './rules.ts'
import { sealText } from './secret-text.ts'
import {
  areRequestsThere,
  fitsOneStatement,
  insertSends,
  type NewMessage,
  type NewRefused,
  type NewRequest,
  type NewSends,
} from './store-accept.ts'
import { findOptedOut } from './store-optouts.ts'

/** A draft with its ids. */
interface Ready {
  readonly place: number
  readonly draft: Draft
  readonly plan: Plan
  readonly priceOf: PriceOf
  readonly cost: Money
  readonly purse: Purse
  readonly row: NewRequest
  readonly accepted: Accepted
}

const sendersInHint = 10
/** How long to look for what may have been committed when the connection was lost. */
const lookupMs = 15_000
const lookupPauseMs = 250

/**
 * Takes many sends in one transaction: all of it is committed, or nothing. One that is refused, or was answered before
 * under its idempotency key, writes nothing. Reading comes first and outside; the order of the statements is the same
 * for everybody, so that two processes can't deadlock.
 */
export async function acceptSends(ctx: SmsContext, drafts: readonly Draft[]): Promise<(Accepted | Refusal)[]> {
  const now = ctx.clock.now()
  const results = new Array<Accepted | Refusal>(drafts.length)
  const [refusals, optedOut, purseOf] = await Promise.all([
    refuseSenders(ctx, drafts),
    findOptedOut(ctx.db, phonesOf(drafts)),
    findPursesOf(ctx.db, drafts),
  ])
  for (const [place, refusal] of refusals) results[place] = refusal
  const ready = await prepare(ctx, drafts, { optedOut, purseOf }, results, now)
  for (const { place, accepted } of ready) results[place] = accepted
  if (ready.length === 0) return results

  const written: Ready[] = []
  try {
    await write(ctx, ready, { results, written }, now)
  } catch (error) {
    // Somebody else was quicker, and one of these can't be paid for any more: alone, it is this one, and otherwise it
    // is found out one by one.
    const [only] = ready
    if (only && ready.length === 1 && isCreditShort(error)) {
      results[only.place] = insufficientBalance(formatMoney(only.cost), 'less')
      return results
    }
    // Whatever goes wrong while looking, it is this error that the callers get: another one would have everything
    // written again.
    if (!isDatabaseAway(error) || !(await wasCommitted(ctx, written).catch(() => false))) throw error
  }
  for (const topic of topicsOf(ready)) ctx.work.announce(topic)
  return results
}

/** Places of the drafts whose sender may not be used. */
async function refuseSenders(ctx: SmsContext, drafts: readonly Draft[]): Promise<Map<number, Refusal>> {
  const refusals = new Map<number, Refusal>()
  const standings = await findStandings(
    ctx.db,
    drafts.map(({ accountId, content: { sender } }) => ({ accountId, sender })),
  )
  const active = new Map<number, string[]>()
  for (const [place, { accountId, content }] of drafts.entries()) {
    const { status, reason } = standings[place] ?? { status: null, reason: null }
    if (status !== 'active' || !isSenderShape(content.sender)) {
      // Once for each account: somebody who repeats a mistake must not keep the others waiting.
      const usable = active.get(accountId) ?? (await listActiveSenders(ctx.db, accountId, sendersInHint))
      active.set(accountId, usable)
      refusals.set(place, invalidSender(content.sender, status, reason, usable))
    } else if (!ctx.routing.hasCarriers()) refusals.set(place, noRoute())
  }
  return refusals
}

/**
 * One after the other: a large send must not stand in memory several times. Who asked for a PIN gets it, whatever else
 * they do not want.
 */
function* phonesOf(drafts: readonly Draft[]): Generator<{ accountId: number; phone: string }> {
  for (const { accountId, sorted, lane } of drafts) {
    if (lane !== 'pin') for (const { phone } of sorted.candidates) yield { accountId, phone }
  }
}

const nobody: OptedOut = new Map()

/**
 * Gives ids to what is left: messages of one account, lane and due time get neighbouring ones, so that they share
 * batches.
 */
async function prepare(
  ctx: SmsContext,
  drafts: readonly Draft[],
  { optedOut, purseOf }: { readonly optedOut: OptedOut; readonly purseOf: PurseOf },
  results: (Accepted | Refusal | undefined)[],
  now: Date,
): Promise<Ready[]> {
  const left = [...drafts.entries()].filter(([place]) => results[place] === undefined)
  if (left.length === 0) return []
  const priced = left.map(([place, draft]) => ({
    place,
    draft,
    ...priceSend(draft, draft.lane === 'pin' ? nobody : optedOut, ctx.prices, purseOf(draft), now),
  }))
  for (const [place, refusal] of refuseUnaffordable(priced, purseOf)) results[place] = refusal
  const planned = priced
    .filter(({ place }) => results[place] === undefined)
    .sort(
      (a, b) =>
        a.draft.accountId - b.draft.accountId ||
        compare(a.draft.lane, b.draft.lane) ||
        compare(carrierOf(a.plan), carrierOf(b.plan)),
    )
  if (planned.length === 0) return []
  let requestId = await ctx.requestIds.take(planned.length)
  const messages = messagesIn(planned)
  let messageId = messages > 0 ? await ctx.messageIds.take(messages) : 0

  return planned.map(({ place, draft, plan, priceOf, cost, purse }) => {
    const { content, accountId, total, secretText, validSeconds = ctx.config.validityHours * 3_600, note } = draft
    const { scheduledAt, ...rest } = content
    const dueAt = scheduledAt ?? now
    const valid = plan.accepted.length
    const row: NewRequest = {
      ...rest,
      id: requestId,
      accountId,
      dueAt,
      sealedText: secretText === undefined ? null : sealText(ctx, requestId, secretText),
      validUntil: new Date(dueAt.getTime() + validSeconds * 1_000),
      firstMessageId: valid > 0 ? messageId : null,
      lastMessageId: valid > 0 ? messageId + valid - 1 : null,
      valid,
      invalid: plan.invalid,
      duplicates: plan.duplicates,
      optedOut: plan.optedOut,
      createdAt: now,
    }
    requestId += 1
    messageId += valid
    const { invalid, firstInvalid, duplicates, optedOut: out } = plan
    return {
      place,
      draft,
      plan,
      priceOf,
      cost,
      purse,
      row,
      accepted: {
        requestId: row.id,
        valid,
        invalid,
        firstInvalid,
        duplicates,
        optedOut: out,
        total,
        note,
        replayed: false,
      },
    }
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const carrierOf = ({ accepted }: Plan) => accepted[0]?.carrier ?? ''

interface Outcome {
  readonly results: (Accepted | Refusal)[]
  /** What is in the transaction: when its connection is lost, this is what may have been committed. */
  readonly written: Ready[]
}

/**
 * All or nothing. What fits into one statement and has no key or day to claim needs no transaction around it: that
 * saves two waits out of three.
 */
async function write(
  ctx: SmsContext,
  ready: readonly Ready[],
  { results, written }: Outcome,
  now: Date,
): Promise<void> {
  const { receiptCheckSeconds } = ctx.config
  const claimsNothing = ready.every((one) => one.draft.key === null && !isLimited(one))
  if (fitsOneStatement(messagesIn(ready)) && fitsOneStatement(refusedIn(ready)) && claimsNothing) {
    written.push(...ready)
    return insertSends(ctx.db, toRows(ready, now), receiptCheckSeconds)
  }
  await ctx.db.transaction(async (tx) => {
    const overLimit = await refuseOverLimit(tx, ready, now)
    for (const [{ place }, refusal] of overLimit) results[place] = refusal
    const allowed = overLimit.size === 0 ? ready : ready.filter((one) => !overLimit.has(one))
    const fresh = await takeFresh(tx, allowed, results, now)
    if (fresh.length === 0) return
    written.push(...fresh)
    await insertSends(tx, toRows(fresh, now), receiptCheckSeconds)
    await countSends(tx, fresh, now)
  })
}

/** Those whose idempotency key, if they have one, was free; the others are answered as before, or refused. */
async function takeFresh(
  tx: Tx,
  ready: readonly Ready[],
  results: (Accepted | Refusal)[],
  now: Date,
): Promise<readonly Ready[]> {
  const keyed = ready.flatMap((one) => (one.draft.key ? [{ one, key: one.draft.key, answer: one.accepted }] : []))
  if (keyed.length === 0) return ready
  const free = await insertAnswers(tx, keyed, now)
  const used = keyed.filter((_, index) => !free.has(index))
  for (const { one, key } of used) results[one.place] = await replay(tx, key)
  const stale = new Set(used.map(({ one }) => one))
  return ready.filter((one) => !stale.has(one))
}

async function replay(tx: Tx, key: IdempotencyKey): Promise<Accepted | Refusal> {
  try {
    return { ...((await getAnswer(tx, key)) as Accepted), replayed: true }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

function toRows(ready: readonly Ready[], now: Date): NewSends {
  const batches = cutBatches(ready.flatMap(runsOf))
  return {
    requests: ready.map(({ row }) => row),
    messages: messagesOf(ready),
    batches,
    refused: refusedOf(ready),
    charges: chargesOf(ready),
    now,
  }
}

const messagesIn = (planned: readonly { readonly plan: Plan }[]) =>
  planned.reduce((sum, { plan }) => sum + plan.accepted.length, 0)

function* messagesOf(ready: readonly Ready[]): Generator<NewMessage> {
  for (const { row, plan, priceOf, draft } of ready) {
    const { id: requestId, accountId, segments } = row
    const product = draft.product === smsProduct ? undefined : draft.product
    let id = row.firstMessageId ?? 0
    for (const candidate of plan.accepted) {
      const { recipientId, phone, carrier, own } = candidate
      const price = Number(priceOfMessage(candidate, segments, priceOf))
      yield { id, accountId, requestId, recipientId, phone, carrier, segments, price, product, ...own }
      id += 1
    }
  }
}

/** What there is to do at once; workers find by themselves what is due later. */
function topicsOf(ready: readonly Ready[]): Set<string> {
  const due = ready.filter(({ draft: { content } }) => content.scheduledAt === null)
  return new Set(
    due.flatMap(({ plan: { accepted }, draft: { lane } }) =>
      accepted.map(({ carrier }) => dispatchTopic(carrier, lane)),
    ),
  )
}

/** Stretches of a request's messages that go to one carrier. */
function runsOf({ draft: { accountId, lane }, plan: { accepted }, row: { firstMessageId, dueAt, validUntil } }: Ready) {
  const runs: {
    accountId: number
    lane: Lane
    carrier: string
    dueAt: Date
    validUntil: Date
    firstMessageId: number
    count: number
  }[] = []
  for (const [index, { carrier }] of accepted.entries()) {
    const last = runs.at(-1)
    if (last?.carrier === carrier) last.count += 1
    else
      runs.push({
        accountId,
        lane,
        carrier,
        dueAt,
        validUntil,
        firstMessageId: (firstMessageId ?? 0) + index,
        count: 1,
      })
  }
  return runs
}

/**
 * The connection was lost, perhaps after the commit, perhaps while the server is still at it. The ids were known
 * before, so they can be looked for.
 */
async function wasCommitted(ctx: SmsContext, ready: readonly Ready[]): Promise<boolean> {
  const rows = ready.map(({ row }) => row)
  for (const end = performance.now() + lookupMs; performance.now() < end; await sleep(lookupPauseMs)) {
    try {
      const there = await areRequestsThere(ctx.db, rows)
      if (there !== null) return there
    } catch (error) {
      if (!isDatabaseAway(error)) throw error
    }
  }
  return false
}

const refusedIn = (sends: readonly Pick<Refusing, 'plan'>[]) =>
  sends.reduce((sum, { plan }) => sum + plan.refused.length, 0)

/** One after the other, as messages: they are many only in sends that are wrong. */
function* refusedOf(sends: readonly Refusing[]): Generator<NewRefused> {
  for (const { plan, row } of sends) {
    for (const [place, one] of plan.refused.entries())
      yield { ...one, requestId: row.id, place, accountId: row.accountId }
  }
}

interface Refusing {
  readonly plan: Pick<Plan, 'refused'>
  readonly row: { readonly id: number; readonly accountId: number }
}
