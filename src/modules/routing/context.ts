import type { CarrierKind } from '../../carriers/carrier.ts'
import type { Context } from '../../context.ts'
import type { Routing } from './model.ts'

export interface RoutingBase extends Context {
  /** The kinds of carriers by name, such as `smpp`. */
  readonly kinds: Readonly<Record<string, CarrierKind>>
}

export interface RoutingContext extends RoutingBase {
  readonly routing: Routing
}
