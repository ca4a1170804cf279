import { has } from './answer.ts'
import type { CallOptions, Transport } from './transport.ts'
import type * as wire from './wire.ts'

/** The payment. */
export type CheckoutRequest = Omit<wire.OpenCheckoutQuery, 'sendSource'>

/** Options of a checkout session. */
export interface CheckoutOptions extends CallOptions {
  /** Returned in the header `service-secure-token` of the callback. */
  readonly secureToken?: string | undefined
}

/** Checkout sessions. */
export function checkoutOf(transport: Transport) {
  return {
    /**
     * Creates a checkout session and returns the URL (`src`) of its payment page. The same `transaction_id` with the
     * same values returns the same page.
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
