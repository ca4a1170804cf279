import type { PaymentProvider } from '../../carriers/payment/provider.ts'
import type { Context } from '../../context.ts'
import type { PriceList } from '../balance/index.ts'
import type { Events } from '../events/index.ts'

/**
 * What checkout needs beside what everybody has: who takes the money, and where it notes what an account should know
 * about.
 */
export interface CheckoutContext extends Context {
  readonly events: Pick<Events, 'note'>
  readonly prices: PriceList
  /** Null: nobody does, and nothing can be paid. */
  readonly payments: PaymentProvider | null
}
