import type { CarrierKind } from './carrier.ts'
import { type HttpCarriersOptions, httpCarriers } from './http/index.ts'

/** How carriers that operators set up can be spoken to, by the name that their settings call it. */
export function carrierKinds(options: HttpCarriersOptions): Readonly<Record<string, CarrierKind>> {
  return { http: httpCarriers(options) }
}
