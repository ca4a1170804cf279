import { sql } from 'kysely'
import { createBatcher } from '../../../engine/batch/index.ts'
import { columnsOf, isConflict, isOutage, type RowOf } from '../../../engine/db/index.ts'
import { again, done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { SmsContext } from '../context.ts'
import type { CarrierReceipt } from '../model.ts'
import { applyReceipts, noteChanged, stored } from './progress.ts'
import { referenceKey } from './recent-references.ts'
import { deleteOldReceipts, deleteReceipt } from './store-receipts.ts'

const columns = columnsOf(
  { w: 'sms_receipts' },
  'w.carrier, w.reference, w.status, w.reason, w.done_at as at, w.received_at',
  {
    retry: sql<boolean>`coalesce(w.retry, false)`,
  },
).narrow<Pick<CarrierReceipt, 'status'>>()
type KeptReceipt = WorkRow & RowOf<typeof columns>

const keptDays = 30

/**
 * When a receipt is tried again, in seconds after its arrival. The submit result usually finds the receipt; only one
 * that is written at the same moment, by another process, does not. Receipts of other programs never match, so they
 * must not cost much.
 */
const retrySeconds = [10, 60, 300]
const matchedAtOnce = 200

/**
 * Retries receipts that arrived before their reference was known. After the last try they remain as unknown. A receipt
 * that waits for its reference is not failed work: only errors are.
 */
export function matchWork(ctx: SmsContext): Work<KeptReceipt> {
  const matching = createBatcher<KeptReceipt, boolean>({
    flush: (receipts) => matchAll(ctx, receipts),
    isolate: (error) => !isOutage(error),
    repeat: isConflict,
    weightMax: matchedAtOnce,
    waitingMax: Number.POSITIVE_INFINITY,
  })
  return {
    name: 'match receipts',
    table: 'sms_receipts',
    columns,
    key: 'carrier',
    concurrency: matchedAtOnce,
    concurrencyPerKey: matchedAtOnce,
    retryAfterSeconds: retrySeconds,
    finished: 'keep',
    async run(receipt) {
      if (await matching.add(receipt)) return done((tx) => deleteReceipt(tx, receipt.id))
      const now = ctx.clock.now()
      const next = retrySeconds
        .map((seconds) => new Date(receipt.receivedAt.getTime() + seconds * 1_000))
        .find((at) => at > now)
      if (next !== undefined) return again(next)
      ctx.smsMetrics.unknownReceipt(receipt.carrier)
      return done()
    },
    async giveUp() {},
  }
}

/** Returns for each receipt whether it matched a message. */
async function matchAll(ctx: SmsContext, receipts: readonly KeptReceipt[]): Promise<boolean[]> {
  const { changed, unknown } = await ctx.db.transaction((tx) =>
    applyReceipts(tx, { taken: [], finals: [] }, stored(receipts), ctx.clock.now()),
  )
  noteChanged(ctx, changed)
  const unmatched = new Set(unknown.map(referenceKey))
  return receipts.map((receipt) => !unmatched.has(referenceKey(receipt)))
}

export const forgetReceipts = ({ db, clock }: Pick<SmsContext, 'db' | 'clock'>): Promise<void> =>
  deleteOldReceipts(db, new Date(clock.now().getTime() - keptDays * 86_400_000))
