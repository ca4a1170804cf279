import { pastConflicts, type Tx } from '../../../engine/db/index.ts'
import { parseLooseTime, startOfMinute } from '../../../values/time.ts'
import type { SmsContext } from '../context.ts'
import { invalidScheduleTime, requestMissing, scheduleInPast } from '../errors.ts'
import type { Stretch } from '../model.ts'
import { follow } from '../progress/ending.ts'
import { countWaiting, markCancelled } from '../progress/store-ending.ts'
import { dispatchTopic } from '../sending/dispatch.ts'
import {
  cutOut,
  deleteExpiries,
  findRequestRange,
  insertMoved,
  listWaitingTo,
  lockBatches,
  markMoved,
} from './store-scheduled.ts'

/**
 * What waits can be cancelled, or moved to another time, until somebody takes it into hand. The batches are the work of
 * sending, so whoever holds their rows decides: a batch that nobody has in hand is locked, and until the transaction
 * ends nobody begins to send what is in it.
 */

/** In one transaction: more would keep everybody else waiting. */
const messagesAtOnce = 1_000
const triesMax = 5

export interface Cancelled {
  readonly cancelled: number
  /** With the carrier, on the way to it, or over before. Those that were cancelled earlier are neither. */
  readonly tooLate: number
}

/** Cancels what of a request waits, in as many transactions as it takes: whoever is interrupted asks again. */
export async function cancelRequest(ctx: SmsContext, accountId: number, requestId: number): Promise<Cancelled> {
  const request = await findRequestRange(ctx.db, accountId, requestId)
  if (request === null) throw requestMissing()
  const { firstMessageId, lastMessageId } = request
  let [cancelled, tooLate] = [0, 0]
  for (let from = firstMessageId ?? 0; lastMessageId !== null && from <= lastMessageId; from += messagesAtOnce) {
    const part = await cancelStretch(ctx, {
      accountId,
      firstMessageId: from,
      lastMessageId: Math.min(from + messagesAtOnce - 1, lastMessageId),
    })
    cancelled += part.cancelled
    tooLate += part.tooLate
  }
  return { cancelled, tooLate }
}

/**
 * Cancels what waits for one number and was accepted until that time, but for PINs, and says how many messages it were.
 * What is on its way already arrives.
 */
export async function cancelScheduledTo(
  ctx: SmsContext,
  accountId: number,
  phone: string,
  acceptedUntil: Date,
): Promise<number> {
  let cancelled = 0
  for (const id of await listWaitingTo(ctx.db, accountId, phone, acceptedUntil)) {
    cancelled += (await cancelStretch(ctx, { accountId, firstMessageId: id, lastMessageId: id })).cancelled
  }
  return cancelled
}

function cancelStretch(ctx: SmsContext, stretch: Stretch): Promise<Cancelled> {
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    const { free, inHand } = await lockBatches(tx, stretch)
    const endings = await markCancelled(tx, stretch, inHand, now)
    const { tooLate } = await countWaiting(tx, stretch, inHand)
    await cutOut(tx, stretch, free)
    await follow(ctx, tx, [], endings, now)
    return { cancelled: endings.ended.length, tooLate }
  })
}

export interface Moved {
  readonly moved: number
  readonly tooLate: number
  readonly dueAt: Date
}

/**
 * Moves what of a request waits to another time, all at once. It stays valid for as long after that as it was to be.
 */
export async function moveRequest(
  ctx: SmsContext,
  accountId: number,
  requestId: number,
  scheduleTime: string,
): Promise<Moved> {
  const dueAt = readTime(scheduleTime, ctx.clock.now())
  const { topics, ...moved } = await inTransaction(ctx, async (tx) => {
    const request = await findRequestRange(tx, accountId, requestId)
    if (request === null) throw requestMissing()
    const { firstMessageId, lastMessageId } = request
    if (firstMessageId === null || lastMessageId === null) return { moved: 0, tooLate: 0, topics: [] }
    const stretch = { accountId, firstMessageId, lastMessageId }
    const { free, inHand } = await lockBatches(tx, stretch)
    const { waiting, tooLate } = await countWaiting(tx, stretch, inHand)
    if (waiting > 0) {
      await deleteExpiries(tx, stretch, { requestId, inHand })
      await insertMoved(tx, stretch, {
        requestId,
        batches: free,
        dueAt,
        receiptCheckSeconds: ctx.config.receiptCheckSeconds,
      })
      await cutOut(tx, stretch, free)
      await markMoved(tx, accountId, requestId, dueAt)
    }
    return { moved: waiting, tooLate, topics: free.map(({ carrier, lane }) => dispatchTopic(carrier, lane)) }
  })
  if (dueAt <= ctx.clock.now()) for (const topic of new Set(topics)) ctx.work.announce(topic)
  return { ...moved, dueAt }
}

/** As in a send: empty is now, and so is the current minute. */
function readTime(text: string, now: Date): Date {
  if (text === '') return now
  const time = parseLooseTime(text)
  if (time === null) throw invalidScheduleTime()
  if (time < startOfMinute(now)) throw scheduleInPast(now)
  return time <= now ? now : time
}

/** Two that want each other's rows is seldom, and then one of them is made to give way. */
export const inTransaction = <T>({ db }: SmsContext, run: (tx: Tx) => Promise<T>): Promise<T> =>
  pastConflicts(triesMax, () => db.transaction(run))
