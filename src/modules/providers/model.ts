import type { ProviderKind } from '../../carriers/provider-kind.ts'
import type { Context } from '../../context.ts'
import type { ProviderProduct, ProviderState } from '../../contract/console/providers.ts'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import type { KindDescription } from '../../values/kind-description.ts'

/** The products whose providers are in the table `providers`. Carriers of SMS belong to the routing module. */
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

/** How the console manages the providers of one product. */
export interface ProviderAdmin {
  readonly product: ProviderProduct
  readonly kinds: Readonly<Record<string, { readonly description: KindDescription }>>
  list(): Promise<readonly ShownProvider[]>
  get(name: string): Promise<ShownProvider>
  set(wanted: WantedProvider): Promise<ShownProvider>
  pause(name: string, paused: boolean): Promise<ShownProvider>
  remove(name: string): Promise<void>
}

/** Undefined keeps the current value. A secret that is not given keeps its value; null removes it. */
export interface WantedProvider {
  readonly name: string
  readonly kind: string
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: Readonly<Record<string, string | null>>
  readonly accountId?: number | null | undefined
  readonly priority?: number | undefined
  readonly paused?: boolean | undefined
  /** Gets the best priority of the shared providers of its product. */
  readonly takesPriority?: boolean
}

export interface ShownProvider {
  readonly product: ProviderProduct
  readonly name: string
  readonly kind: string
  readonly accountId: number | null
  readonly priority: number | null
  readonly paused: boolean
  readonly settings: Readonly<Record<string, unknown>>
  readonly secrets: readonly string[]
  readonly secretsUnreadable: boolean
  readonly health: { readonly state: ProviderState; readonly since: Date | null; readonly problem: string | null }
  readonly callbackUrl: string | null
  readonly open: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/** The providers of one product in the table `providers`. */
export interface Managing extends Context {
  readonly set: {
    readonly product: Product
    readonly kinds: Readonly<Record<string, ProviderKind<unknown>>>
    /** Null when the settings are unusable. */
    find(name: string): unknown
    refresh(): Promise<void>
  }
  /** The transfers, payments or messages that only this provider can finish. */
  countOpen(db: Queryable, name: string): Promise<number>
  /** Whether something other than a row of `providers` has this name. */
  isReserved(tx: Tx, name: string): Promise<boolean>
}
