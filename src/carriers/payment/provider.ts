/** The contract of a payment provider. A provider takes payments and knows no sessions, callbacks or database. */

/** A payment that a payer starts now. */
export interface Payment {
  /** Our id of this attempt. Another attempt to pay for the same session has a different id. */
  readonly id: string
  /** A decimal with two places, such as 1500.50. */
  readonly amount: string
  readonly currency: string
  /** The payee and the purpose, as shown to the payer. */
  readonly payee: string
  readonly reference: string
  /** The phone number of the payer, when known. */
  readonly phone: string | null
  /** Where a redirected payer returns to. */
  readonly returnUrl: string
}

/** An attempt that began earlier, perhaps in a process that no longer runs. */
export interface StartedPayment extends Pick<Payment, 'id' | 'phone'> {
  /** The provider's own id; null when it gave none, or its response was lost. */
  readonly reference: string | null
  readonly startedAt: Date
}

export type PaymentProgress =
  | { readonly state: 'paid' }
  /** No money was taken or will be. The payer may try again. */
  | { readonly state: 'failed'; readonly reason: string }
  /** The result comes later. Until then, the payer may have to visit another page, such as the provider's. */
  | { readonly state: 'pending'; readonly reference: string | null; readonly redirectTo: string | null }

/** The final result of an attempt, by our id. It may arrive twice, and before the response to `pay`. */
export interface PaymentResult {
  readonly id: string
  readonly state: 'paid' | 'failed'
}

export interface PaymentEvents {
  /**
   * Resolves once the result is committed; only then is the provider answered. When it rejects, the result must be
   * offered again, or be available through `ask`.
   */
  result(result: PaymentResult): Promise<void>
}

export interface PaymentProvider {
  readonly name: string
  /** Whether no real money is taken. The page tells the payer. */
  readonly simulated: boolean
  /** The origins that payers are redirected to. The content security policy of the page blocks forms to any other. */
  readonly origins: readonly string[]
  start(events: PaymentEvents): Promise<void>
  /**
   * Takes the payment, or begins to. When it throws, the result is unknown and is requested later; a clear rejection is
   * `failed`. It must give up on abort: `ask` is not called before that, because a payment that has not arrived yet
   * would look like one that never will.
   */
  pay(payment: Payment, signal: AbortSignal): Promise<PaymentProgress>
  /** The state of an attempt without a result. An attempt that never reached the provider is `failed`. */
  ask(payment: StartedPayment): Promise<PaymentProgress>
  /** Reports nothing more. Resolves when all reported results are committed. */
  stop(): Promise<void>
}
