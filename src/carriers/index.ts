import type { Clock } from '../values/time.ts'
import type { CarrierKind } from './carrier.ts'

/** How carriers that operators set up can be spoken to, by the name that their settings call it. */
export function carrierKinds(_: { readonly clock: Clock }): Readonly<Record<string, CarrierKind>> {
  return {}
}
