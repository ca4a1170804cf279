import { TokenBucket } from '../../engine/flow/token-bucket.ts'
import type { Lane } from '../carrier.ts'

/** A rate, part of which is reserved for PINs. */
export interface LaneRate {
  /** 0 when a message of this lane may go now. */
  waitMs(lane: Lane): number
  spend(): void
}

/**
 * This share of a second's messages, and of a window, is reserved for PINs: a burst of them passes at once, however
 * many others wait.
 */
const reservedShare = 0.1
/** What may go at once after a pause, as time: timers are no finer than a millisecond or two. */
const burstSeconds = 0.02

/** Of so many places; none of a single one, which would leave nothing for the others. */
export const reservedPlaces = (places: number): number =>
  places >= 2 && Number.isFinite(places) ? Math.max(1, Math.floor(places * reservedShare)) : 0

/** A rate of 0 is no limit. Time is whatever `now` says, so that a moved clock makes room as waiting would. */
export function createLaneRate(now: () => number, ratePerSecond: () => number): LaneRate {
  const bucket = new TokenBucket(now)
  return {
    waitMs(lane) {
      const perSecond = ratePerSecond()
      if (perSecond === 0) return 0
      const reserved = Math.max(1, perSecond * reservedShare)
      const size = reserved + Math.max(1, perSecond * burstSeconds)
      return bucket.waitMs({ size, perSecond }, lane === 'pin' ? 1 : 1 + reserved)
    },
    spend() {
      if (ratePerSecond() > 0) bucket.spend()
    },
  }
}
