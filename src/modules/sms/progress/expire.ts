import { afterCommit, columnsOf, type RowOf } from '../../../engine/db/index.ts'
import { createOutage, type Outage } from '../../../engine/outage.ts'
import { again, done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { SmsContext } from '../context.ts'
import { noteChanged } from './progress.ts'
import { markExpired } from './store-ending.ts'
import { listPending, type PendingMessage } from './store-progress.ts'

const columns = columnsOf(
  { w: 'sms_expiries' },
  'w.account_id, w.carrier, w.first_message_id, w.last_message_id, w.valid_until, w.first_due_at',
)
type WatchedRange = WorkRow & RowOf<typeof columns>

/**
 * Watches messages from their acceptance until all are final: requests the status of missing receipts, and expires
 * messages at the end of their validity.
 */
export function expireWork(ctx: SmsContext): Work<WatchedRange> {
  const outages = new Map<string, Outage>()
  return {
    name: 'expire',
    table: 'sms_expiries',
    columns,
    key: 'account_id',
    concurrency: 4,
    concurrencyPerKey: 2,
    retryAfterSeconds: [60, 300, 900],
    retryUntil: () => new Date(8.64e15),
    finished: 'delete',
    async run(range) {
      const pending = await listPending(ctx.db, range)
      const lost = await askCarriers(ctx, pending, outages)
      if (pending.length === 0 || (lost > 0 && (await listPending(ctx.db, range)).length === 0)) return done()
      const now = ctx.clock.now()
      return now < range.validUntil
        ? again(nextLook(range, ctx.config, now))
        : done(async (tx) => {
            const changed = await markExpired(tx, range, 'expired', now)
            afterCommit(tx, () => noteChanged(ctx, changed))
          })
    },
    /** Never called: each run schedules the next, and the last one ends the messages. */
    async giveUp() {},
  }
}

const outageTexts = {
  away: 'failed to request message statuses from a carrier',
  back: 'requesting message statuses from a carrier works again',
}

/** The interval doubles with the age of the messages. There is always a run at the end of their validity. */
function nextLook({ firstDueAt, validUntil }: WatchedRange, { receiptCheckSeconds }: SmsContext['config'], now: Date) {
  const waitMs = Math.max(receiptCheckSeconds * 1_000, now.getTime() - firstDueAt.getTime())
  return new Date(Math.min(validUntil.getTime(), now.getTime() + waitMs))
}

/**
 * Receipts get lost with a connection, or when this process stops. Asks carriers that support status requests, and
 * returns the number of receipts. Messages expire even when the carrier cannot be asked.
 */
async function askCarriers(ctx: SmsContext, pending: readonly PendingMessage[], outages: Map<string, Outage>) {
  const answers = await Promise.all(
    pending.map(async ({ phone, carrier, references, submittedAt }) => {
      const found = ctx.routing.find(carrier)
      if (submittedAt === null || found?.ask === undefined) return []
      const outage = outages.get(carrier) ?? createOutage(ctx.log.child({ carrier }), outageTexts)
      outages.set(carrier, outage)
      try {
        const receipts = await found.ask({ phone, references, submittedAt })
        outage.works()
        return receipts.map((receipt) => ({ ...receipt, carrier }))
      } catch (error) {
        outage.failed(error)
        return []
      }
    }),
  )
  const receipts = answers.flat()
  await Promise.all(receipts.map((receipt) => ctx.progress.add({ kind: 'receipt', ...receipt })))
  return receipts.length
}
