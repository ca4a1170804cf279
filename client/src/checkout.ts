import { has } from './answer.ts'
import type { CallOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** What is to be paid. */
export type CheckoutRequest = Omit<wire.OpenCheckoutQuery, 'sendSource'>

/** What may be said when a checkout is opened. */
export interface CheckoutOptions extends CallOptions {
  /** Comes back in the header `service-secure-token` of the callback. */
  readonly secureToken?: string | undefined
}

/** Payments. */
export function checkoutOf(transport: Transport) {
  return {
    /**
     * Opens a payment, and says the address (`src`) of the page to send the payer to. The same `transaction_id` with
     * the same values gives the same page.
     */
    open(payment: CheckoutRequest, options?: CheckoutOptions): Promise<wire.OpenCheckoutAnswer> {
      const { secureToken } = options ?? {}
      const headers = secureToken === undefined ? {} : { 'service-secure-token': secureToken }
      return transport.get({
        product: 'checkout',
        path: '/v1/checkout',
        query: { ...payment, sendSource: 'true' },
        headers,
        options,
        isAnswer: has('src'),
      })
    },
  }
}

export type Checkout = ReturnType<typeof checkoutOf>
