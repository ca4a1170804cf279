import { accountExists } from '../accounts/index.ts'
import type { RoutingContext } from './context.ts'
import { accountMissing, carrierMissing, routeExists } from './errors.ts'
import { insertRoute, listCarriers, type NewRoute, type ShownRoute } from './store.ts'

export async function addRoute(ctx: RoutingContext, route: NewRoute): Promise<ShownRoute> {
  if (!(await listCarriers(ctx.db)).some(({ name }) => name === route.carrier)) throw carrierMissing()
  if (route.accountId !== null && !(await accountExists(ctx.db, route.accountId))) throw accountMissing()
  const added = await insertRoute(ctx.db, route, ctx.clock.now())
  if (added === null) throw routeExists()
  await ctx.routing.refresh()
  return added
}
