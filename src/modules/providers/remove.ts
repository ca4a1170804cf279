import { providerInUse, providerMissing } from './errors.ts'
import type { Managing } from './model.ts'
import { deleteProvider, lockProvider } from './store.ts'

/** Refused while the provider has open work, which only it can finish. */
export async function removeProvider(ctx: Managing, name: string): Promise<void> {
  const { product } = ctx.set
  await ctx.db.transaction(async (tx) => {
    if (!(await lockProvider(tx, product, name))) throw providerMissing()
    const open = await ctx.countOpen(tx, name)
    if (open > 0) throw providerInUse(open)
    await deleteProvider(tx, name)
  })
  await ctx.set.refresh()
}
