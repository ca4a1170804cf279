import type { ProviderKind } from '../../carriers/provider-kind.ts'
import type { Context } from '../../context.ts'
import type { Provider, ProviderProduct } from '../../contract/console/providers.ts'
import type { Sendable } from '../../contract/shapes.ts'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import type { ProviderSecrets } from './secrets.ts'
import type { StoredProvider } from './store.ts'

/** The products whose providers are opened by a set. Carriers of SMS are opened by the routing module. */
export const products = ['airtime', 'payments', 'chat'] as const
export type Product = (typeof products)[number]

/** The providers of one product, and in staging the simulated one. */
export interface ProviderSet<Item, Events> {
  readonly product: Product
  /** By name. */
  readonly kinds: Readonly<Record<string, ProviderKind<Item>>>
  /** By name, including paused providers. Null for an unknown name or unusable settings. */
  find(name: string): Item | null
  /**
   * The providers that may take new work of an account, best first: the account's own before shared ones, then by
   * priority. Paused ones are left out. Unreachable ones come last, but are tried again from time to time. The simulated
   * one is the very last.
   */
  choose(accountId: number, fits?: (item: Item) => boolean): readonly Item[]
  /** Like `choose`, but unreachable providers always come last. For pages that only show the choice. */
  wouldChoose(accountId: number, fits?: (item: Item) => boolean): readonly Item[]
  /**
   * Whether an account has a provider of its own or a shared one, also a paused one. One with unusable settings counts,
   * because nobody knows what it would do. The simulated one does not count.
   */
  isServed(accountId: number, fits?: (item: Item) => boolean): boolean
  /** Whether the provider is known to be unreachable. */
  isAway(name: string): boolean
  /** The account that a provider belongs to; null for a shared one. */
  ownerOf(name: string): number | null
  /** Notes the result of a request: the problem of a provider that could not be reached, or null after any answer. */
  note(name: string, problem: string | null): void
  /** The provider with this callback URL; null for an unknown name or a wrong secret. */
  findCallback(name: string, secret: string): Item | null
  /** All configured providers that could be opened, and the simulated one. */
  all(): readonly Item[]
  /** Applies a change at once in this process; others follow within a second. */
  refresh(): Promise<void>
  /** Every provider reports to its own listener from now on, also providers that are added later. */
  start(eventsOf: (item: Item) => Events): Promise<void>
  stop(): Promise<void>
}

/** A provider in the console. */
export type ShownProvider = Sendable<Provider>

/** Facts about a provider that only the module of its product knows. */
export type Standing = Pick<
  ShownProvider,
  'state' | 'since' | 'problem' | 'status' | 'callbackUrl' | 'messageUrl' | 'carrier'
>

/** A provider with valid settings and all its secrets. */
export interface CheckedProvider {
  readonly name: string
  readonly kind: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: ProviderSecrets
}

/** How the providers of one product are managed. */
export interface Managing {
  readonly product: ProviderProduct
  readonly kinds: Readonly<Record<string, Pick<ProviderKind<unknown>, 'description' | 'check' | 'takesCallbacks'>>>
  /** The name of the secret in the URLs that these providers call. */
  readonly urlSecret: string
  /** Applies a change at once in this process. */
  refresh(): Promise<void>
  /** The transfers, payments or messages that only this provider can finish. */
  countOpen(db: Queryable, name: string): Promise<number>
  /**
   * Reads the state of all providers, and returns a function for one of them; null for one that was removed meanwhile.
   * Secrets are null if they cannot be decrypted.
   */
  standings(): Promise<(row: StoredProvider, secrets: ProviderSecrets | null) => Standing | null>
  /** Throws a SettingsProblem. The result writes other rows of the provider, in the transaction of the change. */
  prepare?(provider: CheckedProvider): (tx: Tx, now: Date) => Promise<void>
  /** In the transaction that removes the provider. */
  onRemove?(tx: Tx, name: string): Promise<void>
}

export interface ProvidersContext extends Context {
  readonly managed: readonly Managing[]
}
