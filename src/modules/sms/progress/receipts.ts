import { sql } from 'kysely'
import { afterCommit } from '../../../engine/db/index.ts'
import { done, failed, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { SmsContext } from '../context.ts'
import type { CarrierReceipt } from '../model.ts'
import { follow } from './ending.ts'
import { applyReceipts } from './progress.ts'
import { deleteOldReceipts } from './store-receipts.ts'

type KeptReceipt = CarrierReceipt & WorkRow

const keptDays = 30

/**
 * Tries again to match receipts that came before anything had their reference. After the last try they stay, as
 * unknown.
 */
export function matchWork(ctx: SmsContext): Work<KeptReceipt> {
  return {
    name: 'match receipts',
    table: 'sms_receipts',
    columns: sql`w.carrier, w.reference, w.status, w.reason, w.done_at as at`,
    key: 'carrier',
    concurrency: 8,
    concurrencyPerKey: 8,
    retryAfterSeconds: [1, 1, 2, 5, 10, 60, 600, 3_600],
    finished: 'delete',
    givenUp: 'keep',
    async run(receipt) {
      const now = ctx.clock.now()
      const unknown = await ctx.db.transaction(async (tx) => {
        const applied = await applyReceipts(tx, [receipt], now)
        await follow(ctx, tx, [], applied.endings, now)
        return applied.unknown
      })
      return unknown.length > 0 ? failed('no message has its reference') : done()
    },
    async giveUp(tx) {
      afterCommit(tx, () => ctx.smsMetrics.unknownReceipt())
    },
  }
}

export const forgetReceipts = ({ db, clock }: SmsContext): Promise<void> =>
  deleteOldReceipts(db, new Date(clock.now().getTime() - keptDays * 86_400_000))
