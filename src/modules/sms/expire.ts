import { again, done, type Work } from '../../engine/work/index.ts'
import type { SmsContext } from './context.ts'
import { listPending, type MessageRange, markExpired, rangeColumns } from './store-progress.ts'

/** After the first look, when to look again at what a carrier has said nothing final about; then the end of its validity. */
const lookAgainSeconds: readonly number[] = [600, 3_600]

/** Watches over messages that a carrier took, until all are final: asks for receipts that may be lost, and ends what outlived its validity. */
export function expireWork(ctx: SmsContext): Work<MessageRange> {
  return {
    name: 'expire',
    table: 'sms_expiries',
    columns: rangeColumns,
    key: 'account_id',
    concurrency: 4,
    concurrencyPerKey: 2,
    retryAfterSeconds: [60, 300, 900],
    retryUntil: () => new Date(8.64e15),
    finished: 'delete',
    async run(range) {
      await askCarrier(ctx, range)
      const pending = await listPending(ctx.db, range)
      if (pending.length === 0) return done()
      const now = ctx.clock.now()
      if (now >= range.validUntil) return done((tx) => markExpired(tx, range, 'expired', now))
      const age = (now.getTime() - Math.min(...pending.map(({ submittedAt }) => submittedAt.getTime()))) / 1_000
      const next = lookAgainSeconds.find((seconds) => seconds > age)
      const due = next === undefined ? range.validUntil : new Date(now.getTime() + (next - age) * 1_000)
      return again(due < range.validUntil ? due : range.validUntil)
    },
    /** Never reached: there is always another look, and the last of them ends the messages. */
    async giveUp() {},
  }
}

/** Receipts get lost with a connection, or with us; a carrier that can be asked knows them. */
async function askCarrier(ctx: SmsContext, range: MessageRange): Promise<void> {
  const carrier = ctx.carriers.find(({ name }) => name === range.carrier)
  if (!carrier?.ask) return
  for (const pending of await listPending(ctx.db, range)) {
    const receipts = await carrier.ask(pending)
    await Promise.all(receipts.map((receipt) => ctx.progress.add({ kind: 'receipt', carrier: carrier.name, ...receipt })))
  }
}
