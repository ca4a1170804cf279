import { TokenBucket } from '../../engine/flow/token-bucket.ts'
import type { Lane } from '../carrier.ts'

/**
 * The share of the rate and the window that is reserved for PINs, so that a burst of them is sent at once, however many
 * other messages wait.
 */
const reservedShare = 0.1
/** The burst after a pause, in seconds of the rate. Timers are no more precise than a millisecond or two. */
const burstSeconds = 0.02

/** The reserved places of a window. A window of one has none, because nothing would be left for other messages. */
export const reservedPlaces = (places: number): number =>
  places >= 2 && Number.isFinite(places) ? Math.max(1, Math.floor(places * reservedShare)) : 0

export type LaneRate = ReturnType<typeof createLaneRate>

/** A rate with a part that is reserved for PINs. 0 means no limit. Uses `now`, so that moving the clock has the same effect as waiting. */
export function createLaneRate(now: () => number, ratePerSecond: () => number) {
  const bucket = new TokenBucket(now)
  return {
    /** 0 when a message of this lane may be sent now. */
    waitMs(lane: Lane): number {
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
