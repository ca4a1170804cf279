import { refuse } from '../../values/refusal.ts'
import { accountExists } from '../accounts/index.ts'
import type { RoutingContext } from './context.ts'
import type { Sendable } from './rules.ts'

/** Explains where a message would go now. */
export async function tryRoute(ctx: RoutingContext, message: Sendable) {
  const { accountId, phone } = message
  if (!(await accountExists(ctx.db, accountId))) throw refuse('account_not_found')
  const { routing } = ctx
  const routes = routing.routesOf(message)
  const carrier = routing.wouldChoose(message)
  const chosen = routes.find((route) => route.carrier === carrier)
  const steps = routes.map((route) => {
    const {
      paused = false,
      awaySince = null,
      failoverSeconds = 0,
      health = null,
    } = routing.carrierState(route.carrier) ?? {}
    return {
      ...route,
      paused,
      awaySince,
      failoverSeconds,
      health,
      isAvailable: routing.isAvailable(route.carrier),
      isChosen: route === chosen,
    }
  })
  return { number: phone, accountId, carrier, routes: steps }
}
