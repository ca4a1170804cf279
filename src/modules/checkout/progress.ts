import type { PaymentProgress, PaymentProvider } from '../../carriers/payment/provider.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { soundReason } from '../../values/reason.ts'
import type { CheckoutContext } from './context.ts'
import { endSession } from './end.ts'
import { nextAskAt } from './rules.ts'
import { findSession, markFailed, updateRunning } from './store.ts'
import { addReceipt, markPaymentEnded, markPending, markRefundDue, type StoredPayment } from './store-payments.ts'

/** An attempt by its row, its session and its number. */
export type Attempt = Pick<StoredPayment, 'accountId' | 'id' | 'sessionId' | 'try' | 'paymentId' | 'provider'>

const triedOf = ({ accountId, sessionId, try: tries }: Attempt) => ({ accountId, id: sessionId, tries })

/** Stores the progress of a payment. Reports may be repeated or late. */
export async function applyProgress(
  ctx: CheckoutContext,
  tx: Tx,
  payment: Attempt,
  progress: PaymentProgress,
  provider?: Pick<PaymentProvider, 'askAfterMs'>,
): Promise<void> {
  const now = ctx.clock.now()
  if (progress.state === 'paid') return applyPaid(ctx, tx, payment, progress.receipt ?? null, null)
  if (progress.state === 'failed') return applyFailed(ctx, tx, payment, progress.reason)
  await markPending(tx, payment, progress.reference, nextAskAt(now, now, provider?.askAfterMs ?? 0))
  await updateRunning(tx, triedOf(payment), { provider: payment.provider, redirectTo: progress.redirectTo })
}

export async function applyFailed(ctx: CheckoutContext, tx: Tx, payment: Attempt, reason: string): Promise<void> {
  const now = ctx.clock.now()
  const end = { state: 'failed', reason: soundReason(reason), receipt: null } as const
  if ((await markPaymentEnded(tx, payment, end, now)) !== null) await markFailed(tx, triedOf(payment), now)
}

/**
 * A failed payment that is reported as paid later becomes paid, because money was received. The session stays as it
 * ended, so that money has to be returned: the refund is due in the same transaction.
 */
export async function applyPaid(
  ctx: CheckoutContext,
  tx: Tx,
  payment: Attempt,
  receipt: string | null,
  reason: string | null,
): Promise<void> {
  const { accountId, sessionId, try: tries, paymentId, provider } = payment
  const paid = await markPaymentEnded(
    tx,
    payment,
    { state: 'paid', reason: reason === null ? null : soundReason(reason), receipt },
    ctx.clock.now(),
  )
  if (paid === null) {
    if (receipt !== null) await addReceipt(tx, payment, receipt)
    return
  }
  if (await endSession(ctx, tx, { accountId, id: sessionId }, 'paid', tries)) return
  const session = await findSession(tx, accountId, sessionId)
  if (session?.paidTry === tries) return
  await markRefundDue(tx, payment)
  const end = session?.state ?? 'removed'
  const [kind, words] =
    end === 'paid'
      ? ['checkout.paid_twice', 'a checkout session was paid twice: one payment must be refunded']
      : ['checkout.paid_late', 'received a payment for a checkout session that had already ended: refund it']
  afterCommit(tx, () => {
    ctx.log.error(
      { session: sessionId, account: accountId, provider, end, try: tries, paidTry: session?.paidTry },
      words,
    )
    ctx.events.note(accountId, kind, String(sessionId), paymentId)
  })
}
