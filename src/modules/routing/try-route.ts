import { accountExists } from '../accounts/index.ts'
import type { RoutingContext } from './context.ts'
import { accountMissing } from './errors.ts'
import type { Health } from './health-rules.ts'
import type { Route, Sendable } from './rules.ts'

/** A route that a message could take, and how its carrier is. */
export interface Step extends Route {
  readonly paused: boolean
  /** Null while it is up. */
  readonly awaySince: Date | null
  readonly failoverSeconds: number
  readonly health: Health | null
  /** Whether it is worth waiting for. */
  readonly isAvailable: boolean
  readonly isChosen: boolean
}

export interface Tried {
  readonly number: string
  readonly accountId: number
  /** Null when no route leads to the number. */
  readonly carrier: string | null
  /** The best first. None when the simulated network of staging takes it. */
  readonly routes: readonly Step[]
}

/** Where a message would go now, and why. */
export async function tryRoute(ctx: RoutingContext, message: Sendable): Promise<Tried> {
  const { accountId, phone } = message
  if (!(await accountExists(ctx.db, accountId))) throw accountMissing()
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
    } = routing.standing(route.carrier) ?? {}
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
