import type { PaymentProvider } from '../../carriers/payment/provider.ts'
import type { Context } from '../../context.ts'

/** What checkout needs beside what everybody has: who takes the money. */
export interface CheckoutContext extends Context {
  /** Null: nobody does, and nothing can be paid. */
  readonly payments: PaymentProvider | null
}
