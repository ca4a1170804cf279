import { sql } from 'kysely'
import { afterCommit, columnsOf, type RowOf } from '../../../engine/db/index.ts'
import { done, failed, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { SmsContext } from '../context.ts'
import type { CarrierReceipt } from '../model.ts'
import { noteChanged } from './note-changed.ts'
import { applyReceipts, stored } from './progress.ts'
import { deleteOldReceipts } from './store-receipts.ts'

const columns = columnsOf(
  { w: 'sms_receipts' },
  {
    carrier: 'w.carrier',
    reference: 'w.reference',
    status: 'w.status',
    reason: 'w.reason',
    at: 'w.done_at',
    retry: sql<boolean>`coalesce(w.retry, false)`,
  },
).narrow<Pick<CarrierReceipt, 'status'>>()
type KeptReceipt = WorkRow & RowOf<typeof columns>

const keptDays = 30

/** Retries receipts that arrived before their reference was known. After the last attempt they remain as unknown. */
export function matchWork(ctx: SmsContext): Work<KeptReceipt> {
  return {
    name: 'match receipts',
    table: 'sms_receipts',
    columns,
    key: 'carrier',
    concurrency: 8,
    concurrencyPerKey: 8,
    retryAfterSeconds: [1, 1, 2, 5, 10, 60, 600, 3_600],
    finished: 'delete',
    givenUp: 'keep',
    async run(receipt) {
      const now = ctx.clock.now()
      const { changed, unknown } = await ctx.db.transaction((tx) =>
        applyReceipts(tx, { taken: [], finals: [] }, stored([receipt]), now),
      )
      noteChanged(ctx, changed)
      return unknown.length > 0 ? failed('no message has its reference') : done()
    },
    async giveUp(tx) {
      afterCommit(tx, () => ctx.smsMetrics.unknownReceipt())
    },
  }
}

export const forgetReceipts = ({ db, clock }: SmsContext): Promise<void> =>
  deleteOldReceipts(db, new Date(clock.now().getTime() - keptDays * 86_400_000))
