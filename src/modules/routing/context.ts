import type { CarrierKind } from '../../carriers/carrier.ts'
import type { Context } from '../../context.ts'
import type { Routing } from './model.ts'

export interface RoutingBase extends Context {
  /** How carriers can be spoken to, by name. */
  readonly kinds: Readonly<Record<string, CarrierKind>>
}

export interface RoutingContext extends RoutingBase {
  readonly routing: Routing
}
