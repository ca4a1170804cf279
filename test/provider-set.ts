import type { OpenProvider } from '../src/carriers/provider-kind.ts'
import type { Product, ProviderSet } from '../src/modules/providers/index.ts'

/** A set of fixed providers, in place of the configured ones. */
export const setOf = <Events, Item extends OpenProvider<Events>>(
  product: Product,
  ...providers: readonly Item[]
): ProviderSet<Item, Events> => ({
  product,
  kinds: {},
  find: (name) => providers.find((one) => one.name === name) ?? null,
  choose: (_, fits = () => true) => providers.filter(fits),
  wouldChoose: (_, fits = () => true) => providers.filter(fits),
  isServed: (_, fits = () => true) => providers.some((one) => one.isSimulated !== true && fits(one)),
  isAway: () => false,
  ownerOf: () => null,
  note() {},
  findCallback: () => null,
  all: () => providers,
  async refresh() {},
  async start(eventsOf) {
    for (const one of providers) await one.start(eventsOf(one))
  },
  async stop() {
    for (const one of providers) await one.stop()
  },
})
