import { soundReason } from '../../values/reason.ts'
import { refuse } from '../../values/refusal.ts'
import type { CheckoutContext } from './context.ts'
import { applyFailed, applyPaid } from './progress.ts'
import { isFresh } from './rules.ts'
import { findPayment, markRefunded } from './store-operate.ts'
import type { StoredPayment } from './store-payments.ts'

/** The result that an operator found out. */
export interface FoundResult {
  readonly as: 'paid' | 'failed'
  readonly reason: string
  /** The number of the receipt of a paid payment. */
  readonly receipt?: string
}

/** Sets the result of a payment that the provider does not report. Refused while the payer may still be paying. */
export const endByHand = async (
  ctx: CheckoutContext,
  id: number,
  { as, reason, receipt }: FoundResult,
): Promise<StoredPayment> =>
  ctx.db.transaction(async (tx) => {
    const found = await findPayment(tx, id, { lock: true })
    if (found === null) throw refuse('payment_not_found')
    // Money that arrives for a failed payment has to be known, because it must be returned.
    const isLate = found.state === 'failed' && as === 'paid'
    if (found.endedAt !== null && !isLate) throw refuse('payment_ended')
    if (!isLate && found.unknownAt === null && isFresh(found.startedAt, ctx.clock.now()))
      throw refuse('payment_in_progress')
    await (as === 'paid' ? applyPaid(ctx, tx, found, receipt ?? null, reason) : applyFailed(ctx, tx, found, reason))
    return (await findPayment(tx, id)) ?? found
  })

/** Notes that an operator returned the money of a payment. */
export async function noteRefund(ctx: CheckoutContext, id: number, by: string, note: string): Promise<StoredPayment> {
  const refunded = await markRefunded(ctx.db, id, { by, note: soundReason(note), now: ctx.clock.now() })
  if (refunded !== null) return refunded
  throw (await findPayment(ctx.db, id)) === null ? refuse('payment_not_found') : refuse('no_refund_due')
}
