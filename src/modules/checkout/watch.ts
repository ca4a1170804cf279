import { again, done, type Work } from '../../engine/work/index.ts'
import type { CheckoutContext } from './context.ts'
import { endSession } from './end.ts'
import { type WatchedSession, watchedColumns } from './store.ts'
import { adoptPayment } from './store-payments.ts'

/** Ends unpaid sessions when they expire. A session with a running payment waits for it. */
export function watchWork(ctx: CheckoutContext): Work<WatchedSession> {
  return {
    name: 'watch over checkout sessions',
    table: 'checkout_sessions',
    columns: watchedColumns,
    key: 'account_id',
    concurrency: 16,
    concurrencyPerKey: 4,
    retryAfterSeconds: [5, 30, 300, 900],
    retryUntil: () => new Date(8.64e15),
    finished: 'keep',
    async run(session) {
      const { state, startedAt, expiresAt } = session
      const now = ctx.clock.now()
      if (state !== 'open') return done()
      // Servers of an earlier version start payments without a row.
      if (startedAt !== null) return done((tx) => adoptPayment(tx, session, now))
      return expiresAt > now
        ? again(expiresAt)
        : done(async (tx) => void (await endSession(ctx, tx, session, 'expired')))
    },
    /** Never called: the retries do not end. */
    async giveUp() {},
  }
}
