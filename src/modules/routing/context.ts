import type { CarrierKind } from '../../carriers/carrier.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import type { Routing } from './model.ts'

export interface RoutingBase extends Context {
  /** The kinds of carriers by name, such as `smpp`. */
  readonly kinds: Readonly<Record<string, CarrierKind>>
  /** Whether a provider of another product has this name. */
  readonly isReserved: (tx: Tx, name: string) => Promise<boolean>
}

export interface RoutingContext extends RoutingBase {
  readonly routing: Routing
}
