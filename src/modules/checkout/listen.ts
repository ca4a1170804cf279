import type { PaymentEvents, PaymentProvider, StartedPayment } from '../../carriers/payment/provider.ts'
import type { CheckoutContext } from './context.ts'
import { applyProgress } from './progress.ts'
import { parsePaymentId, writeAmount } from './rules.ts'
import { findAttempt, findByReference, keepHint, type StoredPayment } from './store-payments.ts'

export const startedOf = (payment: StoredPayment): StartedPayment => ({
  id: payment.paymentId,
  method: payment.method,
  phone: payment.phone,
  amount: writeAmount(payment.amount),
  currency: payment.currency,
  reference: payment.reference,
  startedAt: payment.startedAt,
})

/** Handles what a provider reports on its own. */
export function listenTo(ctx: CheckoutContext, provider: PaymentProvider): PaymentEvents {
  const { name } = provider

  async function findById(text: string): Promise<StoredPayment | null> {
    const named = parsePaymentId(text)
    return named === null ? null : findAttempt(ctx.db, name, named)
  }

  async function findKnown(id: string): Promise<StoredPayment | null> {
    const found = await findById(id)
    if (found === null) ctx.log.warn({ provider: name, payment: id }, 'received a result for an unknown payment')
    return found
  }

  return {
    async find(by) {
      const found = 'id' in by ? await findById(by.id) : await findByReference(ctx.db, name, by.reference)
      return found === null ? null : startedOf(found)
    },
    async result(id, result) {
      const payment = await findKnown(id)
      if (payment !== null) await ctx.db.transaction((tx) => applyProgress(ctx, tx, payment, result))
    },
    async askSoon(id, hint) {
      const payment = await findKnown(id)
      const askAt = new Date(ctx.clock.now().getTime() + provider.askAfterMs)
      if (payment !== null) await keepHint(ctx.db, payment, hint, askAt)
    },
  }
}
