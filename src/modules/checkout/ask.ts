import type { PaymentProgress } from '../../carriers/payment/provider.ts'
import { ProviderFailure } from '../../carriers/provider-kind.ts'
import { again, done, type Work, type WorkRow } from '../../engine/work/index.ts'
import { soundReason } from '../../values/reason.ts'
import type { CheckoutContext } from './context.ts'
import { startedOf } from './listen.ts'
import { applyProgress } from './progress.ts'
import { isHopeless, isUnknown, nextAskAt } from './rules.ts'
import { fromRow, markAsked, type PaymentRow, paymentColumns, type StoredPayment } from './store-payments.ts'

const defaultAskAfterMs = 5_000

/**
 * Asks the providers for the results of payments. A payment without a result is never ended by time alone: it is asked
 * for two weeks, and operators see it.
 */
export const askWork = (ctx: CheckoutContext): Work<WorkRow & PaymentRow> => ({
  name: 'ask for payment results',
  table: 'checkout_payments',
  columns: paymentColumns,
  key: 'account_id',
  concurrency: 16,
  concurrencyPerKey: 4,
  retryAfterSeconds: [5, 30, 300, 900, 3_600],
  retryUntil: () => new Date(8.64e15),
  finished: 'keep',
  async run(row) {
    const payment = fromRow(row)
    if (payment.endedAt !== null) return done()
    const asked = await ask(ctx, payment)
    const now = ctx.clock.now()
    if (!(asked instanceof ProviderFailure) && asked.state !== 'pending')
      return done((tx) => applyProgress(ctx, tx, payment, asked))
    await noteAsked(ctx, payment, asked, now)
    if (isHopeless(payment.startedAt, now)) return done()
    const { askAfterMs = defaultAskAfterMs } = ctx.payments.find(payment.provider) ?? {}
    return again(nextAskAt(payment.startedAt, now, askAfterMs))
  },
  /** Never called: the retries do not end. */
  async giveUp() {},
})

async function ask(ctx: CheckoutContext, payment: StoredPayment): Promise<PaymentProgress | ProviderFailure> {
  const provider = ctx.payments.find(payment.provider)
  if (provider === null) return new ProviderFailure('unclear', `the provider ${payment.provider} is not configured`)
  try {
    const progress = await provider.ask(startedOf(payment))
    ctx.payments.note(provider.name, null)
    return progress
  } catch (error) {
    if (!(error instanceof ProviderFailure)) throw error
    if (error.away) ctx.payments.note(provider.name, error.message)
    ctx.log.info(
      { provider: provider.name, payment: payment.paymentId, why: error.message },
      'a payment provider did not say the result of a payment',
    )
    return error
  }
}

async function noteAsked(
  ctx: CheckoutContext,
  payment: StoredPayment,
  asked: PaymentProgress | ProviderFailure,
  now: Date,
): Promise<void> {
  const problem = asked instanceof ProviderFailure ? asked : null
  const question = {
    reference: !(asked instanceof ProviderFailure) && asked.state === 'pending' ? asked.reference : null,
    reason: problem === null ? null : soundReason(problem.message),
    isUnknown: problem?.needsOperator === true || isUnknown(payment.startedAt, now, problem === null),
  }
  const isNew = await markAsked(ctx.db, payment, question, now)
  if (!isNew) return
  const { accountId, provider, sessionId } = payment
  ctx.events.note(accountId, 'checkout.unknown', String(sessionId), payment.paymentId)
  ctx.log.warn(
    { payment: payment.paymentId, account: accountId, provider },
    'the result of a payment is unknown: see ngoma payment list --list unknown',
  )
}
