import type { Clock } from '../../values/time.ts'
import type { Agenda } from '../agenda.ts'

/**
 * While a provider can't be reached, or wants less, it is left alone: for a second, and twice as long each time it does
 * not get better, up to a minute.
 */
export interface Rest {
  isOver(): boolean
  leftMs(): number
  /** Another one after every rest. A request remembers the one that it was sent in. */
  round(): number
  /** A request of this round went wrong. Of many that did so together only the first counts. */
  begin(round: number, cause: RestCause): number | null
  /** It answered. */
  end(): void
  /** When the first rest began because it could not be reached, if it was not answered since. */
  awaySince(): Date | null
}

export interface RestCause {
  /** It wants less, and can be reached. */
  readonly wantsLess?: boolean
  /** How long, where the provider said it. */
  readonly ms?: number | null
}

const restMsMin = 1_000
const restMsMax = 60_000

export function createRest(clock: Clock, agenda: Agenda, onEnd: () => void): Rest {
  let current = 0
  let until = 0
  let nextMs = restMsMin
  let awaySince: Date | null = null
  const now = () => clock.now().getTime()

  return {
    isOver: () => now() >= until,
    leftMs: () => Math.max(0, until - now()),
    round: () => current,
    begin(round, { wantsLess = false, ms = null }) {
      if (round !== current) return null
      if (!wantsLess) awaySince ??= clock.now()
      const restMs = ms ?? nextMs
      current += 1
      nextMs = Math.min(nextMs * 2, restMsMax)
      until = now() + restMs
      agenda.at(until, onEnd)
      return restMs
    },
    end() {
      nextMs = restMsMin
      awaySince = null
    },
    awaySince: () => awaySince,
  }
}
