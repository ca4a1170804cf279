import { retryConflicts, type Tx } from '../../../engine/db/index.ts'
import { deliverPublished, type EventHandOff, handOffEvents } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import {
  type AcceptedSubmit,
  type CarrierReceipt,
  type Changed,
  type Final,
  type Progress,
  reportsTopic,
} from '../model.ts'
import { noReceiptReason } from '../reasons.ts'
import {
  distinctReceipts,
  finalOf,
  type MatchedReceipt,
  matchInMemory,
  newerMatch,
  type UnmatchedReceipt,
} from './match-receipts.ts'
import { type Changes, markBusy, markProgress } from './store-progress.ts'
import {
  insertPartReceipts,
  insertUnknownReceipts,
  type Match,
  matchReceipts,
  takeWaitingReceipts,
} from './store-receipts.ts'
import { type Failure, markResubmitted, resubmitLater } from './store-resubmits.ts'

/** A receipt without a matching message is retried after this time, by any process. */
const unknownRetryMs = 1_000
/**
 * Late and repeated receipts arrive within this time. After it, the carrier has reused the reference for another
 * message.
 */
const lateMs = 86_400_000
const conflictTriesMax = 5

/**
 * Writes the progress of many messages: usually in one statement, and in one transaction when receipts need a search.
 * When submit result and receipt are on different processes, the one that commits second finds the other, or the
 * receipt is retried.
 */
export async function writeProgress(ctx: SmsContext, items: readonly Progress[]): Promise<undefined[]> {
  const now = ctx.clock.now()
  const taken = items.filter((item) => item.kind === 'taken')
  const ended = [...items.filter((item) => item.kind === 'final'), ...taken.filter(isLast).map(endOfAccepted)]
  const busy = items.filter((item) => item.kind === 'busy')
  const resubmitted = items.filter((item) => item.kind === 'resubmitted')
  const receipts = items.filter((item) => item.kind === 'receipt')
  const { matched, unmatched } = matchInMemory(ctx.recentReferences, taken, receipts, now)
  const known: Changes = { taken, finals: [...ended, ...matched.map(({ final }) => final)] }
  const isSimple = busy.length + resubmitted.length + unmatched.length === 0
  const handOff = handOffEvents(ctx)
  const written = isSimple
    ? { changed: await markProgress(ctx.db, known, now, handOff), finals: ended }
    : await ctx.db.transaction(async (tx) => {
        if (busy.length > 0) await markBusy(tx, busy)
        if (resubmitted.length > 0) await markResubmitted(tx, resubmitted)
        const applied = await applyReceipts(tx, known, unmatched, now, handOff)
        await keepUnknown(tx, applied.unknown, now)
        return { changed: applied.changed, finals: [...ended, ...applied.finals] }
      })
  noteChanged(ctx, written.changed, handOff)
  for (const [carrier, own] of Map.groupBy(receipts, (one) => one.carrier))
    ctx.routing.outcomes.noteReceipts(carrier, own.length)
  ctx.recentReferences.add([...taken, ...resubmitted], now)
  ctx.recentReferences.remove(receipts)
  await writeRest(ctx, { ...written, taken, resubmitted, matched }, now)
  return items.map(() => undefined)
}

const isLast = (taken: AcceptedSubmit) => taken.isLast === true

/** Without a receipt, nothing more becomes known about the message. */
const endOfAccepted = ({ id, at }: AcceptedSubmit): Final => ({ id, status: 'DELIVERED', reason: noReceiptReason, at })

interface Written extends Changes {
  readonly changed: Changed
  readonly resubmitted: readonly AcceptedSubmit[]
  readonly matched: readonly MatchedReceipt[]
}

/**
 * Writes changes that the first statement could not make: receipts that were waiting for a reference, receipts whose
 * message was not pending, and final statuses of messages that an earlier run had already submitted.
 */
async function writeRest(ctx: SmsContext, written: Written, now: Date) {
  const { taken, resubmitted, finals, matched } = written
  const { ended, hasWaiting } = written.changed
  const endedIds = new Set(ended.flatMap(({ ids }) => ids))
  const takenIds = new Set(taken.map(({ id }) => id))
  const left = finals.filter(({ id }) => takenIds.has(id) && !endedIds.has(id))
  const missed = matched.filter(({ final }) => !endedIds.has(final.id)).map(({ receipt }) => receipt)
  const mayHaveWaiting = hasWaiting || resubmitted.length > 0
  if (!mayHaveWaiting && left.length + missed.length === 0) return
  const rest = await retryConflicts(conflictTriesMax, () =>
    ctx.db.transaction(async (tx) => {
      const waiting = mayHaveWaiting ? await takeWaitingReceipts(tx, [...taken, ...resubmitted]) : []
      const { changed, unknown } = await applyReceipts(
        tx,
        { taken: [], finals: left },
        stored([...missed, ...waiting]),
        now,
      )
      await keepUnknown(tx, unknown, now)
      return changed
    }),
  )
  noteChanged(ctx, rest)
}

/** Receipts for messages that are all in the database. */
export const stored = (receipts: readonly CarrierReceipt[]): UnmatchedReceipt[] =>
  distinctReceipts(receipts).map((receipt) => ({ receipt, own: null }))

export interface Applied {
  readonly changed: Changed
  /** The final statuses that the receipts caused. */
  readonly finals: readonly Final[]
  /** Receipts that match no message. */
  readonly unknown: readonly CarrierReceipt[]
}

/** Applies receipts to pending messages together with other changes, and drops late and repeated receipts. */
export async function applyReceipts(
  tx: Tx,
  { taken, finals }: Changes,
  receipts: readonly UnmatchedReceipt[],
  now: Date,
  handOff: EventHandOff | null = null,
): Promise<Applied> {
  const all = receipts.map(({ receipt }) => receipt)
  const matches = all.length === 0 ? [] : await matchReceipts(tx, all, new Date(now.getTime() - lateMs))
  const caused: Final[] = []
  const parts: (Match & CarrierReceipt)[] = []
  const failures: Failure[] = []
  const unknown: CarrierReceipt[] = []
  for (const [index, { receipt, own }] of receipts.entries()) {
    const match = newerMatch(matches[index] ?? null, own)
    if (match === null) unknown.push(receipt)
    // A late failure of an earlier submit says nothing about the current one.
    else if (!match.pending || (match.failed && receipt.status === 'UNDELIVERED')) continue
    else if (match.parts > 1) parts.push({ ...match, ...receipt })
    else if (receipt.retry) failures.push({ messageId: match.messageId, receipt })
    else caused.push(finalOf(match.messageId, receipt))
  }
  if (parts.length > 0) caused.push(...(await insertPartReceipts(tx, parts, now)))
  if (failures.length > 0) {
    const ended = await resubmitLater(tx, failures, now)
    caused.push(...ended.finals)
    unknown.push(...ended.unknown)
  }
  const changed = await markProgress(tx, { taken, finals: [...finals, ...caused] }, now, handOff)
  return { changed, finals: caused, unknown }
}

async function keepUnknown(tx: Tx, receipts: readonly CarrierReceipt[], now: Date): Promise<void> {
  if (receipts.length > 0) await insertUnknownReceipts(tx, receipts, now, new Date(now.getTime() + unknownRetryMs))
}

/** After the commit: updates metrics and call records, and begins the delivery of webhook events. */
export function noteChanged(ctx: SmsContext, changed: Changed, handOff: EventHandOff | null = null): void {
  const { ended, published, reported } = changed
  ctx.smsMetrics.ended(ended)
  ctx.callRecords?.add(ended.flatMap(({ ids }) => ids))
  if (published !== null) deliverPublished(ctx, handOff, published)
  for (const kind of reported) ctx.work.announce(reportsTopic(kind))
}
