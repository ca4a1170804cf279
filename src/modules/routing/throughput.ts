import type { RoutingContext } from './context.ts'
import { carrierMissing } from './errors.ts'
import { listMinutes, type Minute } from './store-health.ts'

const minutesShown = 60
const minuteMs = 60_000

/**
 * What came back from a carrier in the last hour, minute by minute, the one that is not over yet at the end. Also of
 * the simulated network, where it is.
 */
export async function showThroughput(
  { db, clock, routing }: RoutingContext,
  carrier: string,
): Promise<{ readonly minutes: readonly Minute[] }> {
  if (!routing.names().includes(carrier)) throw carrierMissing()
  const current = Math.floor(clock.now().getTime() / minuteMs) * minuteMs
  return { minutes: await listMinutes(db, carrier, new Date(current - (minutesShown - 1) * minuteMs), minutesShown) }
}
