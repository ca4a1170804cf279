import type { Managing, ProviderAdmin } from './model.ts'
import { pauseProvider } from './pause.ts'
import { removeProvider } from './remove.ts'
import { setProvider } from './set.ts'
import { getProvider, showProviders } from './show.ts'

/** Manages the providers of one product in the table `providers`. */
export const manageProviders = (ctx: Managing): ProviderAdmin => ({
  product: ctx.set.product,
  kinds: ctx.set.kinds,
  list: () => showProviders(ctx),
  get: (name) => getProvider(ctx, name),
  set: (wanted) => setProvider(ctx, wanted),
  pause: (name, paused) => pauseProvider(ctx, name, paused),
  remove: (name) => removeProvider(ctx, name),
})
