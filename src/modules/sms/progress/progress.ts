import type { Tx } from '../../../engine/db/index.ts'
import type { SmsContext } from '../context.ts'
import type { CarrierReceipt, Endings, Final, Progress } from '../model.ts'
import { follow, nothingEnded, together } from './ending.ts'
import { markFinal } from './store-ending.ts'
import { markBusy, markTaken, wipeTexts } from './store-progress.ts'
import {
  insertPartReceipts,
  insertUnknownReceipts,
  type Match,
  matchReceipts,
  takeWaitingReceipts,
} from './store-receipts.ts'

/** A receipt that came before anything had its reference is looked at again a second later, by whichever process. */
const unknownRetryMs = 1_000
/**
 * Receipts that come late or twice come within this time; after it, a reference that turns up again was given to
 * another message.
 */
const lateMs = 86_400_000

/**
 * Writes down what happened to many messages in one transaction. Submit answers come first, so that a receipt in the
 * same batch finds its reference; a receipt on another process is kept there and found here, or kept here and tried
 * again, whichever of the two commits first.
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
    await follow(ctx, tx, paid, together(refused, applied.endings), now)
  })
  return items.map(() => undefined)
}

export interface Applied {
  readonly endings: Endings
  /** What matches no message. */
  readonly unknown: readonly CarrierReceipt[]
}

const nothingApplied: Applied = { endings: nothingEnded, unknown: [] }

/** Applies what matches a pending message, and drops what comes late or twice. */
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
