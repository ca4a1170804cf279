import { columnsOf, type RowOf, type Tx } from '../../../engine/db/index.ts'
import { createOutage, type Outage } from '../../../engine/outage.ts'
import { again, done, type Work, type WorkRow } from '../../../engine/work/index.ts'
import type { SmsContext } from '../context.ts'
import { follow } from './ending.ts'
import { markExpired } from './store-ending.ts'
import { listPending, type PendingMessage } from './store-progress.ts'

const columns = columnsOf(
  { w: 'sms_expiries' },
  {
    accountId: 'w.account_id',
    carrier: 'w.carrier',
    firstMessageId: 'w.first_message_id',
    lastMessageId: 'w.last_message_id',
    validUntil: 'w.valid_until',
    /** When the messages were to go out; null where an earlier version accepted them. */
    firstDueAt: 'w.first_due_at',
  },
)
type WatchedRange = WorkRow & RowOf<typeof columns>

/**
 * Watches over messages from their acceptance until all are final: asks for receipts that may be lost, and ends what
 * outlived its validity.
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
        : done((tx) => expire(ctx, tx, range, now))
    },
    /** Never reached: there is always another look, and the last of them ends the messages. */
    async giveUp() {},
  }
}

async function expire(ctx: SmsContext, tx: Tx, range: WatchedRange, now: Date): Promise<void> {
  await follow(ctx, tx, [], await markExpired(tx, range, 'expired', now), now)
}

const askingWords = {
  away: 'a carrier can not be asked for receipts',
  back: 'a carrier can be asked for receipts again',
}

/** The wait doubles: as long again as the messages are old. The look at the end of their validity is never missed. */
function nextLook(
  { firstDueAt, validUntil }: WatchedRange,
  { validityHours, receiptCheckSeconds }: SmsContext['config'],
  now: Date,
): Date {
  const dueMs = firstDueAt?.getTime() ?? validUntil.getTime() - validityHours * 3_600_000
  const waitMs = Math.max(receiptCheckSeconds * 1_000, now.getTime() - dueMs)
  return new Date(Math.min(validUntil.getTime(), now.getTime() + waitMs))
}

/**
 * Receipts get lost with a connection, or with us; a carrier that can be asked knows them. Says how many there were.
 * Validity ends also without an answer.
 */
async function askCarriers(
  ctx: SmsContext,
  pending: readonly PendingMessage[],
  outages: Map<string, Outage>,
): Promise<number> {
  const answers = await Promise.all(
    pending.map(async ({ phone, carrier, references, submittedAt }) => {
      const found = ctx.routing.find(carrier)
      if (submittedAt === null || found?.ask === undefined) return []
      const outage = outages.get(carrier) ?? createOutage(ctx.log.child({ carrier }), askingWords)
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
