import { accountExists } from '../accounts/index.ts'
import type { RoutingContext } from './context.ts'
import { accountMissing, carrierMissing, routeExists, routeMissing } from './errors.ts'
import { listCarriers, lockRoute, type NewRoute, type ShownRoute, updateRoute } from './store.ts'

/** Fields that are not given keep their values. */
export async function changeRoute(ctx: RoutingContext, id: number, change: Partial<NewRoute>): Promise<ShownRoute> {
  const { carrier, accountId = null } = change
  if (carrier !== undefined && !(await listCarriers(ctx.db)).some(({ name }) => name === carrier))
    throw carrierMissing()
  if (accountId !== null && !(await accountExists(ctx.db, accountId))) throw accountMissing()
  const changed = await ctx.db.transaction(async (tx) => {
    const before = await lockRoute(tx, id)
    if (before === null) throw routeMissing()
    return updateRoute(tx, id, { ...before, ...change })
  })
  if (changed === null) throw routeExists()
  await ctx.routing.refresh()
  return changed
}
