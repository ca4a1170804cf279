/**
 * What every provider of airtime is to the rest of the program. A provider knows how to speak to a network; it knows no
 * account, no price and no database. A transfer is announced first and paid for second, so that between the two its
 * reference can be written down: whatever is lost after that can be asked about.
 */

export { SettingsProblem } from '../carrier.ts'

export interface Order {
  /** Our id of the transfer. The same id is announced again after a crash, or when an answer did not come. */
  readonly id: number
  readonly phone: string
  /** A plain decimal with at most two places. */
  readonly amount: string
  readonly currency: string
  readonly productId: number | null
}

/** One that was announced, perhaps by a process that is gone. */
export interface Submitted extends Order {
  readonly reference: string
  readonly submittedAt: Date
  /** When somebody last told the provider to pay, or was about to. */
  readonly triedAt: Date
}

/** A provider's last word. The reason is in words, for people; null when none was given. */
export type Result = { readonly state: 'successful' } | { readonly state: 'failed'; readonly reason: string | null }

/**
 * What a provider says about a transfer. pending: it was told to pay, and does. unconfirmed: it was surely not told to
 * pay, and may be told (again). unknown: it has nothing to say about it.
 */
export type Standing =
  | Result
  | { readonly state: 'pending' }
  | { readonly state: 'unconfirmed' }
  | { readonly state: 'unknown' }

export interface Confirmed {
  readonly standing: Standing
  /** What the provider itself calls it, where that is known only now. */
  readonly reference?: string
}

export interface ProviderEvents {
  /**
   * Resolves once the result is committed. When it rejects, the result must be offered again. It may come twice, and
   * before the answer to `confirm`.
   */
  result(reference: string, result: Result): Promise<void>
}

export interface Provider {
  readonly name: string
  /** Part of the program, and not set up by anybody. */
  readonly isSimulated?: boolean
  start(events: ProviderEvents): Promise<void>
  /** Whether it can be spoken to now. While it can't, transfers wait. */
  ready(): boolean
  knows(productId: number): boolean
  /**
   * Announces a transfer, and gives the reference it will be paid and asked about by. Nothing is paid. Throws a
   * ProviderError, and nothing else.
   */
  create(order: Order): Promise<{ readonly reference: string }>
  /**
   * Pays. Under one reference it is paid at most once, as long as it is only called for one that is new, or that `ask`
   * calls unconfirmed.
   */
  confirm(submitted: Submitted): Promise<Confirmed>
  ask(submitted: Submitted): Promise<Standing>
  /** Takes nothing more; resolves when what was under way has been answered. */
  stop(): Promise<void>
}

/** A way to speak to providers that operators describe in settings. */
export interface ProviderKind {
  /**
   * Throws a SettingsProblem for settings that no provider can be made of. `secrets` are the names of those there are.
   */
  check(settings: unknown, secrets: readonly string[]): Promise<void>
  open(name: string, settings: unknown, secrets: Readonly<Record<string, string>>): Provider
}

interface ProviderErrorDetails {
  /** Whether the same transfer may be tried again later. One that may not is refused, and nothing was paid. */
  readonly retryable: boolean
  /** In words, kept on the transfer and shown to people. */
  readonly reason: string
  /** The provider can't be reached. */
  readonly away?: boolean
}

/** Why a provider did not do what it was asked to, or did not say so. */
export class ProviderError extends Error {
  readonly retryable: boolean
  readonly reason: string
  readonly away: boolean

  constructor(message: string, details: ProviderErrorDetails) {
    super(message)
    this.name = 'ProviderError'
    this.retryable = details.retryable
    this.reason = details.reason
    this.away = details.away ?? false
  }
}
