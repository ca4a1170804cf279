/**
 * What every payment provider is to the rest of the program. A provider knows how money is taken; it knows no session,
 * no callback and no database.
 */

/** Money that a payer wants to pay now. */
export interface Payment {
  /** Our name for this try, the same whenever we speak of it. Another try to pay the same thing has another. */
  readonly id: string
  /** A decimal with two places, such as 1500.50. */
  readonly amount: string
  readonly currency: string
  /** Who is paid, and for what, as people read it. */
  readonly payee: string
  readonly reference: string
  /** The payer's, where it is known. */
  readonly phone: string | null
  /** Where a payer who was sent elsewhere comes back to. */
  readonly returnUrl: string
}

/** A try that began earlier, perhaps in a process that is gone. */
export interface StartedPayment extends Pick<Payment, 'id' | 'phone'> {
  /** The provider's own name for it; null when it gave none, or its answer was lost. */
  readonly reference: string | null
  readonly startedAt: Date
}

/** How far a payment is. */
export type PaymentProgress =
  | { readonly state: 'paid' }
  /** No money moved, and none will: the payer may try again. */
  | { readonly state: 'failed'; readonly reason: string }
  /**
   * Its result comes later. Until then the payer may have to go somewhere else: to the provider's own page, for one.
   */
  | { readonly state: 'pending'; readonly reference: string | null; readonly redirectTo: string | null }

/** The provider's last word on a try, by our name for it. It may come twice, and before the answer to `pay`. */
export interface PaymentResult {
  readonly id: string
  readonly state: 'paid' | 'failed'
}

export interface PaymentEvents {
  /**
   * Resolves once the result is committed; the provider is answered only then. When it rejects, the result must be
   * offered again, or be there when asked.
   */
  result(result: PaymentResult): Promise<void>
}

export interface PaymentProvider {
  readonly name: string
  /** Whether no money moves. The page says so plainly. */
  readonly simulated: boolean
  /**
   * The origins that it sends payers to. A form that leads to any other is stopped by the browser, because the page
   * forbids it.
   */
  readonly origins: readonly string[]
  start(events: PaymentEvents): Promise<void>
  /**
   * Takes the money, or begins to. When it throws, nobody knows what became of it, and it is asked later; a plain
   * refusal is `failed`. It stops trying when the signal says so: it is not asked before, because a payment that has
   * not arrived yet would look like one that never will.
   */
  pay(payment: Payment, signal: AbortSignal): Promise<PaymentProgress>
  /** What became of a try whose result has not come. One that never arrived here is `failed`. */
  ask(payment: StartedPayment): Promise<PaymentProgress>
  /** Says nothing more; resolves when what it said was taken. */
  stop(): Promise<void>
}
