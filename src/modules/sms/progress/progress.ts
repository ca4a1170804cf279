import type { Tx } from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import type { CarrierReceipt, Endings, Final, Progress } from '../model.ts'
import { applySideEffects, mergeEndings, nothingEnded } from './ending.ts'
import { markFinal } from './store-ending.ts'
import { markBusy, markTaken, wipeTexts } from './store-progress.ts'
import {
  insertPartReceipts,
  insertUnknownReceipts,
  type Match,
  matchReceipts,
  takeWaitingReceipts,
} from './store-receipts.ts'

/** A receipt without a matching message is retried after this time, by any process. */
const unknownRetryMs = 1_000
/**
 * Late and repeated receipts arrive within this time. After it, the carrier has reused the reference for another
 * message.
 */
const lateMs = 86_400_000

/**
 * Writes the progress of many messages in one transaction. Submit results come first, so that a receipt in the same
 * batch finds its reference. When result and receipt are on different processes, the one that commits second finds the
 * other, or the receipt is retried.
 */
export async function writeProgress(ctx: SmsContext, items: readonly Progress[]): Promise<undefined[]> {
  const now = ctx.clock.now()
  await ctx.db.transaction(async (tx) => {
    const taken = items.filter((item) => item.kind === 'taken')
    const finals = items.filter((item) => item.kind === 'final')
    const busy = items.filter((item) => item.kind === 'busy')
    const receipts: CarrierReceipt[] = items.filter((item) => item.kind === 'receipt')
    const paid = taken.length > 0 ? await markTaken(tx, taken) : []
    const sealed = taken.flatMap(({ sealedRequestId }) => sealedRequestId ?? [])
    if (sealed.length > 0) await wipeTexts(tx, sealed)
    if (taken.length > 0) receipts.push(...(await takeWaitingReceipts(tx, taken)))
    if (busy.length > 0) await markBusy(tx, busy)
    const refused = finals.length > 0 ? await markFinal(tx, finals, now) : nothingEnded
    for (const [carrier, own] of Map.groupBy(receipts, (one) => one.carrier))
      ctx.routing.outcomes.noteReceipts(carrier, own.length)
    const applied = receipts.length > 0 ? await applyReceipts(tx, receipts, now) : nothingApplied
    if (applied.unknown.length > 0)
      await insertUnknownReceipts(tx, applied.unknown, now, new Date(now.getTime() + unknownRetryMs))
    await applySideEffects(ctx, tx, paid, mergeEndings(refused, applied.endings), now)
  })
  return items.map(() => undefined)
}

export interface Applied {
  readonly endings: Endings
  /** Receipts that match no message. */
  readonly unknown: readonly CarrierReceipt[]
}

const nothingApplied: Applied = { endings: nothingEnded, unknown: [] }

/** Applies receipts to pending messages, and drops late and repeated ones. */
export async function applyReceipts(tx: Tx, receipts: readonly CarrierReceipt[], now: Date): Promise<Applied> {
  const distinct = [
    ...new Map(receipts.toReversed().map((receipt) => [`${receipt.carrier} ${receipt.reference}`, receipt])).values(),
  ].toReversed()
  const matches = await matchReceipts(tx, distinct, new Date(now.getTime() - lateMs))
  const finals: Final[] = []
  const parts: (Match & CarrierReceipt)[] = []
  for (const [index, receipt] of distinct.entries()) {
    const match = matches[index]
    if (!match?.pending) continue
    if (match.parts > 1) parts.push({ ...match, ...receipt })
    else finals.push({ id: match.messageId, status: receipt.status, reason: receipt.reason, at: receipt.at })
  }
  if (parts.length > 0) finals.push(...(await insertPartReceipts(tx, parts)))
  return {
    endings: finals.length > 0 ? await markFinal(tx, finals, now) : nothingEnded,
    unknown: distinct.filter((_, index) => matches[index] === null),
  }
}
