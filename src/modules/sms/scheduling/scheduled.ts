import { afterCommit, retryConflicts, type Tx } from '../../../engine/db/index.ts'
import { refuse } from '../../../values/refusal.ts'
import { parseLooseTime, startOfMinute } from '../../../values/time.ts'
import type { SmsContext } from '../context.ts'
import { invalidNotBefore, notBeforeInPast } from '../errors.ts'
import { type AccountRange, sealedProduct } from '../model.ts'
import { noteChanged } from '../progress/progress.ts'
import { countWaiting, markCancelled } from '../progress/store-ending.ts'
import { dispatchTopic } from '../sending/dispatch.ts'
import { findRequestOf } from '../sending/store-resend.ts'
import {
  deleteExpiries,
  findRequestRange,
  insertMoved,
  lockBatches,
  markMoved,
  removeRange,
} from './store-scheduled.ts'
import { listWaitingTo, type SubmittedBy } from './store-waiting.ts'

/**
 * Waiting messages can be cancelled or rescheduled until a worker claims them. Batches are the unit of work, so the
 * lock on their rows decides: while an unclaimed batch is locked, no worker can claim it.
 */

/** The limit of one transaction, to keep lock times short. */
const messagesAtOnce = 1_000
const triesMax = 5

interface Cancelled {
  readonly cancelled: number
  /** Submitted, in a claimed batch, or final. Messages that were cancelled earlier do not count. */
  readonly tooLate: number
}

/**
 * Cancels the waiting messages of a request. Uses as many transactions as it needs, so an interrupted call can be
 * repeated.
 */
export async function cancelRequest(ctx: SmsContext, accountId: number, requestId: number): Promise<Cancelled> {
  const request = await findRequestRange(ctx.db, accountId, requestId)
  if (request === null) throw refuse('request_not_found')
  const { firstMessageId, lastMessageId } = request
  let [cancelled, tooLate] = [0, 0]
  for (let from = firstMessageId ?? 0; lastMessageId !== null && from <= lastMessageId; from += messagesAtOnce) {
    const part = await cancelRange(ctx, {
      accountId,
      firstMessageId: from,
      lastMessageId: Math.min(from + messagesAtOnce - 1, lastMessageId),
    })
    cancelled += part.cancelled
    tooLate += part.tooLate
  }
  return { cancelled, tooLate }
}

/** Cancels one message that still waits. Not for PINs. */
export async function cancelMessage(ctx: SmsContext, accountId: number, messageId: number): Promise<Cancelled> {
  const found = await findRequestOf(ctx.db, accountId, messageId)
  if (found === null || found.product === sealedProduct) throw refuse('message_not_found')
  return cancelRange(ctx, { accountId, firstMessageId: messageId, lastMessageId: messageId })
}

/**
 * Cancels the messages to a number that were accepted until the given time and still wait, except PINs. Returns their
 * number. Submitted messages still arrive. With `by`, only those of a submitter and a sender ID.
 */
export async function cancelScheduledTo(
  ctx: SmsContext,
  accountId: number,
  phone: string,
  acceptedUntil: Date,
  by?: SubmittedBy,
): Promise<number> {
  let cancelled = 0
  for (const id of await listWaitingTo(ctx.db, accountId, phone, acceptedUntil, by)) {
    cancelled += (await cancelRange(ctx, { accountId, firstMessageId: id, lastMessageId: id })).cancelled
  }
  return cancelled
}

function cancelRange(ctx: SmsContext, range: AccountRange): Promise<Cancelled> {
  return inTransaction(ctx, async (tx) => {
    const now = ctx.clock.now()
    const { free, claimed } = await lockBatches(tx, range)
    const changed = await markCancelled(tx, range, claimed, now)
    const { tooLate } = await countWaiting(tx, range, claimed)
    await removeRange(tx, range, free)
    afterCommit(tx, () => noteChanged(ctx, changed))
    return { cancelled: changed.ended.flatMap(({ ids }) => ids).length, tooLate }
  })
}

/** Reschedules all waiting messages of a request at once. They keep their validity, counted from the new time. */
export async function moveRequest(ctx: SmsContext, accountId: number, requestId: number, notBefore: string | null) {
  const dueAt = readTime(notBefore, ctx.clock.now())
  const { topics, ...moved } = await inTransaction(ctx, async (tx) => {
    const request = await findRequestRange(tx, accountId, requestId)
    if (request === null) throw refuse('request_not_found')
    const { firstMessageId, lastMessageId } = request
    if (firstMessageId === null || lastMessageId === null) return { moved: 0, tooLate: 0, topics: [] }
    const range = { accountId, firstMessageId, lastMessageId }
    const { free, claimed } = await lockBatches(tx, range)
    const { waiting, tooLate } = await countWaiting(tx, range, claimed)
    if (waiting > 0) {
      await deleteExpiries(tx, range, requestId, claimed)
      const { receiptCheckSeconds } = ctx.config
      await insertMoved(tx, range, { requestId, batches: free, dueAt, receiptCheckSeconds })
      await removeRange(tx, range, free)
      await markMoved(tx, accountId, requestId, dueAt)
    }
    return { moved: waiting, tooLate, topics: free.map(({ carrier, lane }) => dispatchTopic(carrier, lane)) }
  })
  if (dueAt <= ctx.clock.now()) for (const topic of new Set(topics)) ctx.work.announce(topic)
  return { ...moved, dueAt }
}

/** As in a send: the current minute is now. */
function readTime(text: string | null, now: Date): Date {
  if (text === null) return now
  const time = parseLooseTime(text)
  if (time === null) throw invalidNotBefore()
  if (time < startOfMinute(now)) throw notBeforeInPast(now)
  return time <= now ? now : time
}

/** Two transactions rarely want each other's rows; one of them is then rolled back and repeated. */
const inTransaction = <T>({ db }: Pick<SmsContext, 'db'>, run: (tx: Tx) => Promise<T>): Promise<T> =>
  retryConflicts(triesMax, () => db.transaction(run))
