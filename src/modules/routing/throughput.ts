import { refuse } from '../../values/refusal.ts'
import type { RoutingContext } from './model.ts'
import { listMinutes, listRecentMinutes, type Minute } from './store-health.ts'

const minutesShown = 60
const minuteMs = 60_000

/**
 * The results of a carrier in the last hour by minute, including the current minute. Works for the simulated network
 * too.
 */
export async function showThroughput({ db, clock, routing }: RoutingContext, carrier: string) {
  if (!routing.names().includes(carrier)) throw refuse('provider_not_found')
  return { minutes: await listMinutes(db, carrier, new Date(firstMinute(clock.now())), minutesShown) }
}

const firstMinute = (now: Date) => (Math.floor(now.getTime() / minuteMs) - (minutesShown - 1)) * minuteMs

/** The same for all carriers, with one statement. The function returns the minutes of a carrier. */
export async function readThroughput({ db, clock }: Pick<RoutingContext, 'db' | 'clock'>) {
  const first = firstMinute(clock.now())
  const found = Map.groupBy(await listRecentMinutes(db, new Date(first)), ({ carrier }) => carrier)
  return (name: string): readonly Minute[] => {
    const known = new Map(found.get(name)?.map(({ carrier: _, ...minute }) => [minute.at.getTime(), minute]))
    return Array.from({ length: minutesShown }, (_, index) => {
      const at = first + index * minuteMs
      return known.get(at) ?? { at: new Date(at), taken: 0, refused: 0, errors: 0 }
    })
  }
}
