import type { PaymentProgress } from '../../carriers/payment/provider.ts'
import type { Tx } from '../../engine/db/index.ts'
import { again, done, type Work } from '../../engine/work/index.ts'
import type { CheckoutContext } from './context.ts'
import { endSession } from './end.ts'
import { applyProgress, canBePaid } from './pay.ts'
import { givesUpAt, nextAskAt, paymentId } from './rules.ts'
import { type WatchedSession, watchedColumns } from './store.ts'

/** Watches every session until its end: unpaid sessions expire, and silent providers are asked. */
export function watchWork(ctx: CheckoutContext): Work<WatchedSession> {
  return {
    name: 'watch over checkout sessions',
    table: 'checkout_sessions',
    columns: watchedColumns,
    key: 'account_id',
    concurrency: 16,
    concurrencyPerKey: 4,
    retryAfterSeconds: [5, 30, 300, 900],
    // An unpaid session is first due when it expires.
    retryUntil: ({ startedAt, expiresAt }) => givesUpAt(startedAt ?? expiresAt),
    finished: 'keep',
    async run(session) {
      const { state, startedAt, expiresAt } = session
      const now = ctx.clock.now()
      if (state !== 'open') return done()
      if (startedAt === null)
        return expiresAt > now
          ? again(expiresAt)
          : done(async (tx) => void (await endSession(ctx, tx, session, 'expired')))
      const progress = await ask(ctx, session, startedAt)
      if (progress.state !== 'pending') return done((tx) => applyProgress(ctx, tx, session, progress))
      if (now < givesUpAt(startedAt)) return again(nextAskAt(startedAt, now))
      return done((tx) => endSilent(ctx, tx, session))
    },
    giveUp: (tx, session) => endSilent(ctx, tx, session),
  }
}

async function ask(ctx: CheckoutContext, session: WatchedSession, startedAt: Date): Promise<PaymentProgress> {
  const { phone, providerReference: reference } = session
  if (ctx.payments === null || !canBePaid(ctx, session)) return { state: 'pending', reference, redirectTo: null }
  return ctx.payments.ask({ id: paymentId(session), phone, reference, startedAt })
}

async function endSilent(ctx: CheckoutContext, tx: Tx, session: WatchedSession): Promise<void> {
  const { id, accountId, provider, startedAt } = session
  if (startedAt !== null)
    ctx.log.error(
      { session: id, account: accountId, provider },
      'the payment provider never reported the result of a payment: check the payment with the provider',
    )
  await endSession(ctx, tx, session, 'expired')
}
