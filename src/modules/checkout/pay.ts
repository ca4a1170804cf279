import type { PaymentProgress, PaymentResult } from '../../carriers/payment/provider.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import type { CheckoutContext } from './context.ts'
import { endSession } from './end.ts'
import { askUnansweredAt, nextAskAt, parsePaymentId, paymentId, paySecondsMax, writeAmount } from './rules.ts'
import { findOfProvider, findSession, markFailed, markPending, markStarted, type Session } from './store.ts'

/** Whether the provider of a session is still configured. */
export const canBePaid = ({ payments }: CheckoutContext, { provider }: Pick<Session, 'provider'>) =>
  payments?.name === provider

/**
 * Starts the payment once, even for concurrent requests. Returns the URL where the payer continues, if it is on another
 * site.
 */
export async function paySession(ctx: CheckoutContext, session: Session, returnUrl: string): Promise<string | null> {
  if (ctx.payments === null || !canBePaid(ctx, session)) return null
  const now = ctx.clock.now()
  const started = await markStarted(ctx.db, session, now, askUnansweredAt(now))
  if (started === null) return session.redirectTo
  const { currency, accountName: payee, referenceNumber: reference, phone } = started
  try {
    const payment = {
      id: paymentId(started),
      amount: writeAmount(started.amount),
      currency,
      payee,
      reference,
      phone,
      returnUrl,
    }
    const progress = await ctx.payments.pay(payment, AbortSignal.timeout(paySecondsMax * 1_000))
    await ctx.db.transaction((tx) => applyProgress(ctx, tx, started, progress))
    return progress.state === 'pending' ? progress.redirectTo : null
  } catch (error) {
    // The result is unknown, so the session is neither paid nor failed: the provider is asked later.
    ctx.log.warn(
      { err: error, session: started.id, account: started.accountId, provider: started.provider },
      'the payment provider did not respond when a payment was started',
    )
    return null
  }
}

/** Stores the progress that a provider reports. Reports may be repeated or late. */
export async function applyProgress(
  ctx: CheckoutContext,
  tx: Tx,
  session: Pick<Session, 'accountId' | 'id' | 'tries'>,
  progress: PaymentProgress,
): Promise<void> {
  const now = ctx.clock.now()
  if (progress.state === 'paid') await applyPaid(ctx, tx, session)
  else if (progress.state === 'failed') await markFailed(tx, session, now)
  else await markPending(tx, session, progress, nextAskAt(now, now))
}

/** An ended session stays unchanged, but unexpected money is reported to the account and to the operator. */
async function applyPaid(
  ctx: CheckoutContext,
  tx: Tx,
  { accountId, id, tries }: Pick<Session, 'accountId' | 'id' | 'tries'>,
): Promise<void> {
  if (await endSession(ctx, tx, { accountId, id }, 'paid', tries)) return
  const session = await findSession(tx, accountId, id)
  if (session === null || session.paidTry === tries) return
  const { state: end, provider, paidTry } = session
  const [kind, words] =
    end === 'paid'
      ? ['checkout.paid_twice', 'a checkout session was paid twice: one payment must be refunded']
      : ['checkout.paid_late', 'received a payment for a checkout session that had already ended']
  afterCommit(tx, () => {
    ctx.log.error({ session: id, account: accountId, provider, end, try: tries, paidTry }, words)
    ctx.events.note(accountId, kind, String(id), paymentId({ id, tries }))
  })
}

/** Handles a result that a provider reports on its own. */
export async function applyResult(ctx: CheckoutContext, provider: string, { id, state }: PaymentResult): Promise<void> {
  const named = parsePaymentId(id)
  const session = named === null ? null : await findOfProvider(ctx.db, provider, named.id)
  if (named === null || session === null || named.tries < 1 || named.tries > session.tries)
    return ctx.log.warn({ provider, payment: id, state }, 'received a result for an unknown payment')
  const progress: PaymentProgress = state === 'paid' ? { state } : { state, reason: 'reported later' }
  await ctx.db.transaction((tx) => applyProgress(ctx, tx, { ...session, tries: named.tries }, progress))
}
