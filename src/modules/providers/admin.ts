import { providerMissing } from './errors.ts'
import type { Managing, ProviderAdmin } from './model.ts'
import { pauseProvider } from './pause.ts'
import { removeProvider } from './remove.ts'
import { nameShape, setProvider } from './set.ts'
import { getProvider, showProviders } from './show.ts'

/** Other names cannot be stored, and some of them not even be searched for. */
function known(name: string): string {
  if (!nameShape.test(name)) throw providerMissing()
  return name
}

/** Manages the providers of one product in the table `providers`. */
export const manageProviders = (ctx: Managing): ProviderAdmin => ({
  product: ctx.set.product,
  kinds: ctx.set.kinds,
  list: () => showProviders(ctx),
  get: async (name) => getProvider(ctx, known(name)),
  set: (wanted) => setProvider(ctx, wanted),
  pause: async (name, paused) => pauseProvider(ctx, known(name), paused),
  remove: async (name) => removeProvider(ctx, known(name)),
})
