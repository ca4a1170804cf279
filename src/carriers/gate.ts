import type { Clock } from '../values/time.ts'
import type { Agenda } from './agenda.ts'
import { type Lane, lanes } from './carrier.ts'
import { createPace } from './pace.ts'
import { createWake } from './wake.ts'

/** Lets messages through at a rate, those of the first lane first. */
export interface Gate {
  /**
   * Resolves when it is its turn, when everybody is told to go, or when it has waited too long: then it takes no turn
   * from others.
   */
  pass(lane: Lane, patience?: AbortSignal): Promise<void>
  /** The rate may have changed. */
  look(): void
  /** Nobody waits any longer: the connection is gone. */
  clear(): void
}

/** A rate of 0 is none. Time is the clock's, so that moving it makes room as waiting would. */
export function createGate(clock: Clock, agenda: Agenda, ratePerSecond: () => number): Gate {
  const waiting: Readonly<Record<Lane, (() => void)[]>> = { pin: [], single: [], bulk: [] }
  const now = () => clock.now().getTime()
  const pace = createPace(now, ratePerSecond)
  const lookIn = createWake(agenda, now, () => look())

  function look(): void {
    for (const lane of lanes) {
      const queue = waiting[lane]
      while (queue.length > 0) {
        const waitMs = pace.waitMs(lane)
        if (waitMs > 0) {
          lookIn(waitMs)
          return
        }
        pace.spend()
        queue.shift()?.()
      }
    }
  }

  return {
    look,
    clear() {
      for (const lane of lanes) for (const go of waiting[lane].splice(0)) go()
    },
    pass(lane, patience) {
      if (ratePerSecond() === 0 || patience?.aborted) return Promise.resolve()
      return new Promise((resolve) => {
        waiting[lane].push(resolve)
        patience?.addEventListener('abort', () => {
          const place = waiting[lane].indexOf(resolve)
          if (place >= 0) waiting[lane].splice(place, 1)
          resolve()
        })
        // Whoever comes while others of its lane wait is not let through before them, and they are looked after
        // already.
        if (waiting[lane].length === 1) look()
      })
    },
  }
}
