import type { PaymentProvider } from '../../carriers/payment/provider.ts'
import type { Context } from '../../context.ts'
import type { PriceList } from '../balance/index.ts'
import type { Events } from '../events/index.ts'

/** Dependencies of the checkout module. */
export interface CheckoutContext extends Context {
  readonly events: Pick<Events, 'note'>
  readonly prices: PriceList
  /** Null when no provider is configured and nothing can be paid. */
  readonly payments: PaymentProvider | null
}
