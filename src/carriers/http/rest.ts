import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'

export interface RestCause {
  /** The provider throttles, but is reachable. */
  readonly wantsLess?: boolean
  /** The duration, when the provider gave one. */
  readonly ms?: number | null
}

const restMsMin = 1_000
const restMsMax = 60_000

/**
 * Pauses requests while a provider is unreachable or throttles: for a second, and twice as long each time it does not
 * get better, up to a minute.
 */
export function createRest(clock: Clock, agenda: Agenda, onEnd: () => void) {
  let current = 0
  let until = 0
  let nextMs = restMsMin
  let awaySince: Date | null = null
  const now = () => clock.now().getTime()

  return {
    isOver: () => now() >= until,
    leftMs: () => Math.max(0, until - now()),
    /** Increases with every pause. A request remembers the round that it was sent in. */
    round: () => current,
    /** A request of this round failed. Of many that failed together, only the first begins a pause. */
    begin(round: number, { wantsLess = false, ms = null }: RestCause): number | null {
      if (round !== current) return null
      if (!wantsLess) awaySince ??= clock.now()
      const restMs = ms ?? nextMs
      current += 1
      nextMs = Math.min(nextMs * 2, restMsMax)
      until = now() + restMs
      agenda.at(until, onEnd)
      return restMs
    },
    /** The provider responded. */
    end() {
      nextMs = restMsMin
      awaySince = null
    },
    /** When the first pause for an unreachable provider began, unless it has responded since. */
    awaySince: () => awaySince,
  }
}
