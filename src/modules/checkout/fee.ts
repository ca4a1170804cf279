import type { Tx } from '../../engine/db/index.ts'
import { chargeAnyway } from '../balance/index.ts'
import type { CheckoutContext } from './context.ts'
import { feeProduct } from './rules.ts'
import { type Session, updateFee } from './store.ts'

/** Charges the fee of a paid checkout. Never refused for insufficient credit, because the payer has already paid. */
export async function chargeFee({ prices }: CheckoutContext, tx: Tx, session: Session, now: Date): Promise<void> {
  const { accountId, id, currency, phone } = session
  const amount = prices.pricesFor(feeProduct, accountId, currency, now)(phone ?? '')
  if (amount === 0n) return
  await updateFee(tx, session, amount)
  await chargeAnyway(tx, { accountId, product: feeProduct, amount, subject: `checkout ${id}` }, now)
}
