import type { PaymentProgress, PaymentResult } from '../../carriers/payment/provider.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import type { CheckoutContext } from './context.ts'
import { endSession } from './end.ts'
import { askUnansweredAt, nextAskAt, parsePaymentId, paymentId, paySecondsMax, writeAmount } from './rules.ts'
import { findOfProvider, findSession, markFailed, markPending, markStarted, type Session } from './store.ts'

/** Whether the provider that a session was opened with is still the one that takes payments here. */
export const canBePaid = ({ payments }: CheckoutContext, { provider }: Pick<Session, 'provider'>) =>
  payments?.name === provider

/**
 * Has the provider take the money, once for all who say so at the same time. Says where the payer goes on, when that is
 * elsewhere.
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
    await ctx.db.transaction((tx) => learn(ctx, tx, started, progress))
    return progress.state === 'pending' ? progress.redirectTo : null
  } catch (error) {
    // What became of it is not known, so it is neither paid nor failed: the provider is asked.
    ctx.log.warn(
      { err: error, session: started.id, account: started.accountId, provider: started.provider },
      'a payment was started, and no answer came',
    )
    return null
  }
}

/** Writes down what a provider says about a try. It may say so twice, or late. */
export async function learn(
  ctx: CheckoutContext,
  tx: Tx,
  session: Pick<Session, 'accountId' | 'id' | 'tries'>,
  progress: PaymentProgress,
): Promise<void> {
  const now = ctx.clock.now()
  if (progress.state === 'paid') await takePaid(ctx, tx, session)
  else if (progress.state === 'failed') await markFailed(tx, session, now)
  else await markPending(tx, session, progress, nextAskAt(now, now))
}

/**
 * A session that has an end keeps it, but money that nobody expects is somebody's: its account is told, and so is the
 * operator.
 */
async function takePaid(
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
      ? ['checkout.paid_twice', 'a session was paid twice: one of the payments has to be given back']
      : ['checkout.paid_late', 'money came for a session that had ended without it']
  afterCommit(tx, () => {
    ctx.log.error({ session: id, account: accountId, provider, end, try: tries, paidTry }, words)
    ctx.events.note(accountId, kind, String(id), paymentId({ id, tries }))
  })
}

/** What a provider says by itself. */
export async function takeResult(ctx: CheckoutContext, provider: string, { id, state }: PaymentResult): Promise<void> {
  const named = parsePaymentId(id)
  const session = named === null ? null : await findOfProvider(ctx.db, provider, named.id)
  if (named === null || session === null || named.tries < 1 || named.tries > session.tries)
    return ctx.log.warn({ provider, payment: id, state }, 'a payment ended that nobody asked for')
  const progress: PaymentProgress = state === 'paid' ? { state } : { state, reason: 'told later' }
  await ctx.db.transaction((tx) => learn(ctx, tx, { ...session, tries: named.tries }, progress))
}
