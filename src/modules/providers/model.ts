/** The products whose providers are in the table `providers`. Carriers of SMS belong to the routing module. */
export const products = ['airtime', 'payments', 'chat'] as const
export type Product = (typeof products)[number]

/** The providers of one product, and in staging the simulated one. */
export interface ProviderSet<Item, Events> {
  readonly product: Product
  /** By name, including paused providers. Null for an unknown name or unusable settings. */
  find(name: string): Item | null
  /**
   * The providers that may take new work of an account, best first: the account's own before shared ones, then by
   * priority. Paused ones are left out. Unreachable ones come last, but are tried again from time to time. The simulated
   * one is the very last.
   */
  choose(accountId: number, fits?: (item: Item) => boolean): readonly Item[]
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
