import type { OpenProvider } from '../provider-kind.ts'

/**
 * The contract of an airtime provider. A provider communicates with a network and knows no accounts, prices or
 * database. A transfer is announced first and paid second, so that its reference can be stored in between: after a
 * crash, the provider can be asked about it.
 */

export interface Order {
  /** Our id of the transfer. It is announced again after a crash or a missing response. */
  readonly id: number
  readonly phone: string
  /** A plain decimal with at most two places. */
  readonly amount: string
  readonly currency: string
  readonly productId: number | null
}

/** An announced transfer, perhaps from a process that no longer runs. */
export interface Submitted extends Order {
  readonly reference: string
  readonly submittedAt: Date
  /** When the provider was last told to pay, or was about to be. */
  readonly triedAt: Date
}

/** A final result. The reason is a text for people; null without one. */
export type Result = { readonly state: 'successful' } | { readonly state: 'failed'; readonly reason: string | null }

/**
 * The state of a transfer. pending: the provider was told to pay. unconfirmed: the provider was certainly not told to
 * pay, and may be told again. unknown: the provider does not know the transfer.
 */
export type TransferState = Result | { readonly state: 'pending' | 'unconfirmed' | 'unknown' }

export interface Confirmed {
  readonly transferState: TransferState
  /** The provider's own reference, when it is known only now. */
  readonly reference?: string
}

export interface ProviderEvents {
  /**
   * Resolves once the result is committed. When it rejects, the result must be offered again. The same result may
   * arrive twice, and before the response to `confirm`.
   */
  result(reference: string, result: Result): Promise<void>
}

export interface Provider extends OpenProvider<ProviderEvents> {
  /** Whether it is available. Transfers wait while it is not. */
  ready(): boolean
  knows(productId: number): boolean
  /**
   * Announces a transfer without paying, and returns the reference for `confirm` and `ask`. Throws only ProviderFailures.
   */
  create(order: Order): Promise<{ readonly reference: string }>
  /**
   * Pays. A reference is paid at most once, as long as this is called only for new references and for those that `ask`
   * reports as unconfirmed.
   */
  confirm(submitted: Submitted): Promise<Confirmed>
  ask(submitted: Submitted): Promise<TransferState>
}
