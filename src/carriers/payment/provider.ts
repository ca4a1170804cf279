import type { OpenProvider } from '../provider-kind.ts'

/** The contract of a payment provider. A provider takes payments and knows no sessions or database. */

/** prompt: the payer confirms on the phone. redirect: the payer continues on a page of the provider. */
export const paymentMethods = ['prompt', 'redirect'] as const
export type PaymentMethod = (typeof paymentMethods)[number]

/** The sum of a payment. */
export interface Bill {
  /** A decimal with two places, such as 1500.50. */
  readonly amount: string
  readonly currency: string
}

/** A payment that a payer starts now. */
export interface Payment extends Bill {
  /** Our id of this attempt. Another attempt to pay for the same session has a different id. */
  readonly id: string
  readonly method: PaymentMethod
  /** The payee and the purpose, as shown to the payer. */
  readonly payee: string
  readonly purpose: string
  /** The phone number of the payer, when known. */
  readonly phone: string | null
  /** Where a redirected payer returns to. */
  readonly returnUrl: string
}

/** An attempt that began earlier, perhaps in a process that no longer runs. */
export interface StartedPayment extends Pick<Payment, 'id' | 'method' | 'phone' | 'amount' | 'currency'> {
  /** The provider's own id; null when it gave none, or its response was lost. */
  readonly reference: string | null
  readonly startedAt: Date
}

export type PaymentProgress =
  | { readonly state: 'paid'; readonly receipt?: string | null }
  /** No money was taken or will be. The payer may try again. */
  | { readonly state: 'failed'; readonly reason: string }
  /** The result comes later. Until then, the payer may have to visit another page, such as the provider's. */
  | { readonly state: 'pending'; readonly reference: string | null; readonly redirectTo: string | null }

/** The values of a callback that proves no result. */
export interface Hint {
  readonly reference: string | null
  readonly receipt: string | null
}

export interface PaymentEvents {
  /** A payment of this provider, by our id or by the provider's own. */
  find(by: { readonly id: string } | { readonly reference: string }): Promise<StartedPayment | null>
  /**
   * Resolves once the result is committed; only then is the provider answered. When it rejects, the result must be
   * offered again, or be available through `ask`. It may arrive twice, and before the response to `pay`.
   */
  result(id: string, result: Exclude<PaymentProgress, { state: 'pending' }>): Promise<void>
  /** The provider is asked for the result soon. The hint is kept where nothing is known yet. */
  askSoon(id: string, hint: Hint): Promise<void>
}

/** How a bill can be paid. */
export interface Offer {
  readonly method: PaymentMethod
  readonly asksPhone: boolean
  /** Why this bill cannot be paid this way; null when it can. */
  readonly problem: 'amount' | 'currency' | null
}

export interface PaymentProvider extends OpenProvider<PaymentEvents> {
  /** The origins that payers are redirected to. The content security policy of the page blocks forms to any other. */
  readonly origins: readonly string[]
  /** The shortest time between two questions about a payment. */
  readonly askAfterMs: number
  offers(bill: Bill): readonly Offer[]
  /** A typed phone number in the form of the provider; null when it cannot be used. */
  readPhone(typed: string): string | null
  /**
   * Takes the payment, or begins to, within half a minute. Throws a ProviderFailure when the result is unknown; a clear
   * rejection is `failed`.
   */
  pay(payment: Payment): Promise<PaymentProgress>
  /** The state of an attempt without a result. Throws a ProviderFailure when the provider does not say it. */
  ask(payment: StartedPayment): Promise<PaymentProgress>
}

/** Amounts of payments as texts with two decimal places, such as 1500.50. */

/** In hundredths: 150050. */
export const minorOf = (amount: string) => amount.replace('.', '').replace(/^0+(?=\d)/, '')

/** Null when it has decimals. */
export const wholeOf = (amount: string): string | null => (amount.endsWith('.00') ? amount.slice(0, -3) : null)

/** Whether an amount in a response equals ours. It may be written as 1500, 1500.5 or 1500.500. */
export function isSameAmount(given: string, amount: string, unit: 'major' | 'minor'): boolean {
  const [, whole, decimals = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(given.trim()) ?? []
  if (whole === undefined) return false
  const written = `${whole}.${decimals.replace(/0+$/, '')}`
  const [ownWhole = '', ownDecimals = ''] = (unit === 'minor' ? `${minorOf(amount)}.` : amount).split('.')
  return written === `${ownWhole}.${ownDecimals.replace(/0+$/, '')}`
}
