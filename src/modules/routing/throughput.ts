import type { RoutingContext } from './context.ts'
import { carrierMissing } from './errors.ts'
import { listMinutes, type Minute } from './store-health.ts'

const minutesShown = 60
const minuteMs = 60_000

/**
 * The results of a carrier in the last hour by minute, including the current minute. Works for the simulated network
 * too.
 */
export async function showThroughput(
  { db, clock, routing }: RoutingContext,
  carrier: string,
): Promise<{ readonly minutes: readonly Minute[] }> {
  if (!routing.names().includes(carrier)) throw carrierMissing()
  const current = Math.floor(clock.now().getTime() / minuteMs) * minuteMs
  return { minutes: await listMinutes(db, carrier, new Date(current - (minutesShown - 1) * minuteMs), minutesShown) }
}
