import type { PaymentEvents, PaymentProvider } from '../../carriers/payment/provider.ts'
import type { Context } from '../../context.ts'
import type { PriceList } from '../balance/index.ts'
import type { Events } from '../events/index.ts'
import type { ProviderSet } from '../providers/index.ts'

export interface CheckoutContext extends Context {
  readonly events: Pick<Events, 'note'>
  readonly prices: PriceList
  readonly payments: ProviderSet<PaymentProvider, PaymentEvents>
}
