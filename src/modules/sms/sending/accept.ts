import { setTimeout as sleep } from 'node:timers/promises'
import { isTransient, mayHaveCommitted, type Queryable, type Tx } from '../../../engine/db/index.ts'
import { getAnswer, type IdempotencyKey, insertAnswers } from '../../../engine/http/index.ts'
import { formatMoney } from '../../../values/money.ts'
import { Refusal } from '../../../values/refusal.ts'
import { isCreditShort } from '../../balance/index.ts'
import { isSenderShape, listActiveSenders } from '../../senders/index.ts'
import type { SmsContext } from '../context.ts'
import { insufficientBalance, invalidSender, noLongerWanted, noRoute } from '../errors.ts'
import { type Accepted, type Draft, type Plan, reportsTopic } from '../model.ts'
import { chargesOf, type Priced, priceSend, refuseUnaffordable } from './charge.ts'
import { countSends, isLimited, refuseOverLimit } from './daily-limit.ts'
import { dispatchTopic } from './dispatch.ts'
import { type Facts, forgetCredit, forgetFacts, noteHolds, readFacts } from './facts.ts'
import { handOffBatches } from './hand-off.ts'
import { countLabels, countMessages, countRefused, refusalKinds, toRows } from './rows.ts'
import { sealText } from './secret-text.ts'
import { fitsOneStatement, insertSends, isOutdated, type NewRequest, wereRequestsStored } from './store-accept.ts'

/** A draft and its result. Each step decides about the sends that are still open, and adds what it knows. */
interface Send {
  readonly draft: Draft
  /** The position in the batch: limits apply in order of arrival. */
  readonly arrival: number
  /** Null while the send is open. */
  result: Accepted | Refusal | null
}

/** An open send with its ids, and the result it gets when it is stored. */
interface Ready extends Send, NewRequest {
  readonly accepted: Accepted
}

/** Begins to send the stored messages. Must not be called before the commit. */
type Dispatch = () => void

const isOpen = ({ result }: Send) => result === null
const isStored = ({ result, accepted }: Ready) => result === accepted

/** How long to search for requests that may have been committed when the connection was lost. */
const lookupMs = 15_000
const lookupPauseMs = 250

/**
 * Accepts many sends in one transaction, or none. A rejected send, or a replay under an idempotency key, writes
 * nothing. Reads happen before the transaction. Statements always run in the same order, so that two processes cannot
 * deadlock.
 */
export async function acceptSends(ctx: SmsContext, drafts: readonly Draft[]): Promise<(Accepted | Refusal)[]> {
  for (;;) {
    const results = await acceptBy(ctx, drafts, await readFacts(ctx.db, ctx.facts, drafts))
    if (results !== null) return results
    forgetFacts(ctx.facts, drafts)
  }
}

/** Null when remembered facts are outdated. Nothing is stored then. */
async function acceptBy(
  ctx: SmsContext,
  drafts: readonly Draft[],
  facts: Facts,
): Promise<(Accepted | Refusal)[] | null> {
  const now = ctx.clock.now()
  const sends = drafts.map((draft, arrival): Send => ({ draft, arrival, result: null }))
  await refuseSenders(ctx, sends, facts)
  const priced = sends.filter(isOpen).map((send) => {
    const { draft } = send
    return Object.assign(send, priceSend(draft, facts.reasonFor(draft), ctx.prices, facts.creditOf(draft), now))
  })
  for (const [send, refusal] of refuseUnaffordable(priced, facts.creditOf)) {
    const { draft } = send
    if (facts.isCreditRecalled(draft)) return null
    send.result = refusal
    // Accounts that have run out are read each time, so that they do not slow down the batches of others.
    forgetCredit(ctx.facts, draft)
  }
  const ready = await assignIds(ctx, priced.filter(isOpen), now)
  if (ready.length > 0 && !(await store(ctx, ready, facts, now))) return null
  return sends.map(resultOf)
}

function resultOf({ result }: Send): Accepted | Refusal {
  if (result === null) throw new Error('a send was neither accepted nor rejected')
  return result
}

/** Rejects sends whose sender ID is not active, and all sends while no carrier is configured. */
async function refuseSenders(ctx: Pick<SmsContext, 'db' | 'routing'>, sends: readonly Send[], { standingOf }: Facts) {
  const active = new Map<number, string[]>()
  for (const send of sends) {
    const { accountId, sender } = send.draft
    const { status, reason } = standingOf(send.draft)
    if (status !== 'active' || !isSenderShape(sender)) {
      // Once per account: a client that repeats a mistake must not slow down the others.
      const usable = active.get(accountId) ?? (await listActiveSenders(ctx.db, accountId))
      active.set(accountId, usable)
      send.result = invalidSender(sender, status, reason, usable)
    } else if (!ctx.routing.hasCarriers()) send.result = noRoute()
  }
}

/**
 * Assigns ids to the open sends, and returns them in that order. Messages of one account, lane and carrier get
 * consecutive ids, so that they share batches.
 */
async function assignIds(ctx: SmsContext, priced: readonly (Send & Priced)[], now: Date): Promise<Ready[]> {
  if (priced.length === 0) return []
  const grouped = priced.toSorted(
    (a, b) =>
      a.draft.accountId - b.draft.accountId ||
      compare(a.draft.lane, b.draft.lane) ||
      compare(carrierOf(a.plan), carrierOf(b.plan)),
  )
  let requestId = await ctx.requestIds.take(grouped.length)
  const messages = countMessages(grouped)
  let messageId = messages > 0 ? await ctx.messageIds.take(messages) : 0
  return grouped.map((one) => {
    const request = Object.assign(one, idsOf(ctx, one, requestId, messageId, now))
    requestId += 1
    messageId += one.plan.accepted.length
    return Object.assign(request, { accepted: toAccepted(request) })
  })
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const carrierOf = ({ accepted }: Plan) => accepted[0]?.carrier ?? ''

function idsOf(ctx: SmsContext, { draft, plan }: Priced, id: number, messageId: number, now: Date) {
  const { secretText, scheduledAt, validSeconds = ctx.config.validityHours * 3_600 } = draft
  const dueAt = scheduledAt ?? now
  return {
    id,
    dueAt,
    sealedText: secretText === undefined ? null : sealText(ctx, id, secretText),
    validUntil: new Date(dueAt.getTime() + validSeconds * 1_000),
    firstMessageId: plan.accepted.length > 0 ? messageId : null,
  }
}

function toAccepted({ id, draft: { total, note, origin, isHeld }, plan, cost, credit, dueAt }: NewRequest): Accepted {
  const { accepted, invalid, firstInvalid, duplicates, optedOut, doNotDisturb, noConsent, refused } = plan
  const isForeign = origin?.kind === 'smpp' || origin?.kind === 'kannel'
  return {
    requestId: id,
    valid: accepted.length,
    ...{ invalid, firstInvalid, duplicates, optedOut, doNotDisturb, noConsent },
    refused: isForeign && refused.length > 0 ? refused : undefined,
    total,
    price: formatMoney(cost),
    currency: credit.currency,
    note,
    heldUntil: isHeld ? dueAt.toISOString() : undefined,
    replayed: false,
  }
}

/**
 * Stores all sends or none, and begins to send them. False when a remembered fact is outdated. After a lost connection,
 * finds out whether the sends were committed.
 */
async function store(ctx: SmsContext, ready: readonly Ready[], facts: Facts, now: Date): Promise<boolean> {
  try {
    const dispatch = await write(ctx, ready, facts, now)
    dispatch()
  } catch (error) {
    if (isOutdated(error) || (isCreditShort(error) && facts.isRecalled)) return false
    // Another process was faster, and the balance no longer covers one of these sends. The batcher retries larger
    // batches one by one, so only a batch of one is rejected here.
    const [only] = ready
    if (only && ready.length === 1 && isCreditShort(error)) {
      only.result = insufficientBalance(formatMoney(only.cost), 'less')
      return true
    }
    // Callers get the original error even if the lookup fails: another error would make the batcher write everything
    // again.
    const stored = ready.filter(isStored)
    if (!mayHaveCommitted(error) || !(await wasCommitted(ctx, stored, now).catch(() => false))) throw error
    // Which batches are leased is unknown. They are claimed when their leases end.
    for (const topic of topicsOf(stored)) ctx.work.announce(topic)
  }
  noteHolds(ctx.facts, chargesOf(ready.filter(isStored)))
  return true
}

/**
 * Requests that fit into one statement and claim neither a key nor a daily limit need no transaction. That saves two of
 * three round trips.
 */
async function write(ctx: SmsContext, ready: readonly Ready[], facts: Facts, now: Date): Promise<Dispatch> {
  const claimsNothing = ready.every((one) => one.draft.key === null && one.draft.take === undefined && !isLimited(one))
  const counts = [countMessages, countRefused, countLabels]
  if (counts.every((count) => fitsOneStatement(count(ready))) && claimsNothing)
    return insert(ctx, ctx.db, ready, facts, now)
  return ctx.db.transaction(async (tx) => {
    for (const [send, refusal] of await refuseOverLimit(tx, ready.toSorted(byArrival), now)) send.result = refusal
    await replayAnswered(tx, ready.filter(isOpen), now)
    await takeRequests(tx, ready.filter(isOpen))
    const fresh = ready.filter(isOpen)
    if (fresh.length === 0) return () => {}
    const dispatch = await insert(ctx, tx, fresh, facts, now)
    await countSends(tx, fresh, now)
    return dispatch
  })
}

/**
 * Refuses a request that must not be stored any more. Such a request is alone in its transaction, which is rolled back
 * with its idempotency key.
 */
async function takeRequests(tx: Tx, ready: readonly Ready[]): Promise<void> {
  for (const { draft, plan, id: requestId, firstMessageId } of ready)
    if (draft.take && !(await draft.take(tx, { requestId, firstMessageId, plan }))) throw noLongerWanted()
}

const byArrival = (a: Ready, b: Ready) => a.arrival - b.arrival

/** From here on the sends count as accepted: if the connection is lost, they may have been committed. */
async function insert(
  ctx: SmsContext,
  db: Queryable,
  ready: readonly Ready[],
  { recalled, hasOptOuts }: Facts,
  now: Date,
): Promise<Dispatch> {
  for (const send of ready) send.result = send.accepted
  const rows = toRows(ready, recalled, now)
  const { batches, offers, dispatch } = handOffBatches(ctx, ready, { batches: rows.batches, hasOptOuts }, now)
  const leased = await insertSends(db, { ...rows, batches }, offers, ctx.config.receiptCheckSeconds)
  return () => {
    dispatch(leased)
    for (const kind of refusalKinds(ready)) ctx.work.announce(reportsTopic(kind))
  }
}

/**
 * Claims the idempotency keys. A send with a used key gets the earlier answer, or is rejected when its body differs.
 */
async function replayAnswered(tx: Tx, ready: readonly Ready[], now: Date): Promise<void> {
  const keyed = ready.flatMap((send) => {
    const { key } = send.draft
    return key === null ? [] : [{ send, key, answer: send.accepted }]
  })
  if (keyed.length === 0) return
  const free = await insertAnswers(tx, keyed, now)
  for (const [index, { send, key }] of keyed.entries()) if (!free.has(index)) send.result = await replay(tx, key)
}

async function replay(tx: Tx, key: IdempotencyKey): Promise<Accepted | Refusal> {
  try {
    return { ...((await getAnswer(tx, key)) as Accepted), replayed: true }
  } catch (error) {
    if (error instanceof Refusal) return error
    throw error
  }
}

/** Wakes the dispatch of messages that are due now. Workers find later ones by themselves. */
function topicsOf(stored: readonly Ready[]): Set<string> {
  const due = stored.filter(({ draft }) => !draft.scheduledAt)
  return new Set(
    due.flatMap(({ plan: { accepted }, draft: { lane } }) =>
      accepted.map(({ carrier }) => dispatchTopic(carrier, lane)),
    ),
  )
}

/**
 * The connection was lost, possibly after the commit, or while the server is still committing. The ids are known, so
 * the rows can be looked up.
 */
async function wasCommitted({ db }: Pick<SmsContext, 'db'>, ready: readonly Ready[], now: Date): Promise<boolean> {
  for (const end = performance.now() + lookupMs; performance.now() < end; await sleep(lookupPauseMs)) {
    try {
      const there = await wereRequestsStored(db, ready, now)
      if (there !== null) return there
    } catch (error) {
      if (!isTransient(error)) throw error
    }
  }
  return false
}
