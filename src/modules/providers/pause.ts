import { providerMissing } from './errors.ts'
import type { Managing, ShownProvider } from './model.ts'
import { getProvider } from './show.ts'
import { markActive } from './store.ts'

/** A paused provider gets no new work, and finishes its open work. */
export async function pauseProvider(ctx: Managing, name: string, paused: boolean): Promise<ShownProvider> {
  if (!(await markActive(ctx.db, ctx.set.product, name, !paused, ctx.clock.now()))) throw providerMissing()
  await ctx.set.refresh()
  return getProvider(ctx, name)
}
