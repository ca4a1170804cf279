import { TokenBucket } from '../engine/flow/token-bucket.ts'
import type { Lane } from './carrier.ts'

/** A rate, as arithmetic: who may go now, and how long everybody else has to wait. Part of it is kept for PINs. */
export interface Pace {
  /** 0 when one of this lane may go now. */
  waitMs(lane: Lane): number
  /** One goes. */
  spend(): void
}

/**
 * This much of a second's messages, and of a window, is kept for PINs: a burst of them passes at once, however many
 * others wait.
 */
const keptShare = 0.1
/** What may go at once after a pause, as time: timers are no finer than a millisecond or two. */
const burstSeconds = 0.02

/** Of so many places; none of a single one, which would leave nothing for the others. */
export const keptPlaces = (places: number): number => (places >= 2 ? Math.max(1, Math.floor(places * keptShare)) : 0)

const keptOf = (rate: number) => Math.max(1, rate * keptShare)
const neededBy = (lane: Lane, rate: number) => (lane === 'pin' ? 1 : 1 + keptOf(rate))

/** A rate of 0 is none. Time is whatever `now` says, so that a moved clock makes room as waiting would. */
export function createPace(now: () => number, ratePerSecond: () => number): Pace {
  const bucket = new TokenBucket(now)
  return {
    waitMs(lane) {
      const perSecond = ratePerSecond()
      if (perSecond === 0) return 0
      const size = keptOf(perSecond) + Math.max(1, perSecond * burstSeconds)
      return bucket.waitMs({ size, perSecond }, neededBy(lane, perSecond))
    },
    spend() {
      if (ratePerSecond() > 0) bucket.spend()
    },
  }
}
