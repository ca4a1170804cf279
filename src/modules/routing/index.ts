import type { Carrier } from '../../carriers/carrier.ts'
import type { RoutingBase, RoutingContext } from './context.ts'
import { openRouting as open } from './routing.ts'

export { sealedCarriers } from './carrier-secrets.ts'
export { routingConsole } from './console.ts'
export type { RoutingContext } from './context.ts'
export { type AwaitedReceipts, forgetOutcomes, judgeCarriers } from './health.ts'
export type { Routing } from './model.ts'
export { receiptRoot } from './receipt-url.ts'
export { pushRoutes } from './routes.ts'
export { type CarrierState, isFlapping, mostLosses, type Sendable } from './rules.ts'
export { getCarrier, pauseCarrier, removeCarrier, type ShownCarrier, setCarrier, showCarriers } from './set-carrier.ts'
export { isCarrierName, listCarrierNames, listCarriers } from './store.ts'
export { listPaces } from './store-health.ts'
export { readThroughput } from './throughput.ts'

/** `simulated` is the simulated network of staging; null otherwise. */
export async function openRouting(base: RoutingBase, simulated: Carrier | null): Promise<RoutingContext> {
  return { ...base, routing: await open(base, simulated) }
}
