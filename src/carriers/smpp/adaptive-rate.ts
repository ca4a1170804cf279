import { createLaneRate, type LaneRate } from '../outbox/lane-rate.ts'

/** The rate of a bind to a carrier that throttles: it pauses, and goes on more slowly for a while. */
export interface AdaptiveRate extends LaneRate {
  /** One was taken. */
  passed(): void
  /** One was not taken, because they come too fast. */
  slowed(): void
}

const pauseMsMin = 500
const pauseMsMax = 10_000
/** Binds that were slowed together do not go on together. */
const jitterMin = 0.75
const jitterMax = 1.25
/** After a pause it goes on with this share of what passed in a second before it… */
const slowerShare = 0.8
/** …and dares this much more in every second in which nobody complains. */
const fasterShare = 1.1
/** Nobody is as fast as this, so that there is no rate to keep any more. */
const rateMax = 10_000

/**
 * A limit that the carrier never told is found by trying: down by a step when it throttles, up by little while it does
 * not.
 */
export function createAdaptiveRate(now: () => number, random: () => number): AdaptiveRate {
  let pausedUntil = 0
  let pauseMs = pauseMsMin
  /** 0 is none. */
  let rate = 0
  let second = 0
  let passedBefore = 0
  let passed = 0
  const laneRate = createLaneRate(now, () => rate)

  /** How much of the pause is left. A clock that was set back makes none longer than the longest. */
  function leftMs(time: number): number {
    pausedUntil = Math.min(pausedUntil, time + pauseMsMax * jitterMax)
    return pausedUntil - time
  }

  /** Counts by whole seconds: what passed in this one, and what in the one before. */
  function turn(time: number): void {
    const current = Math.floor(time / 1_000)
    if (current === second) return
    passedBefore = current === second + 1 ? passed : 0
    passed = 0
    second = current
    if (rate > 0 && leftMs(time) <= 0) rate = rate * fasterShare + 1
    if (rate > rateMax) rate = 0
  }

  return {
    waitMs(lane) {
      if (pausedUntil === 0 && rate === 0) return 0
      return Math.max(leftMs(now()), laneRate.waitMs(lane))
    },
    spend: laneRate.spend,
    passed() {
      const time = now()
      turn(time)
      passed += 1
      // What was under way when the pause began says nothing about whether it was long enough.
      if (leftMs(time) <= 0) pauseMs = pauseMsMin
    },
    slowed() {
      const time = now()
      turn(time)
      // A whole window is told the same at once, and that is one complaint.
      if (leftMs(time) > 0) return
      pausedUntil = time + pauseMs * (jitterMin + random() * (jitterMax - jitterMin))
      pauseMs = Math.min(pauseMs * 2, pauseMsMax)
      const found = Math.max(passed, passedBefore, 1)
      rate = Math.max(1, (rate === 0 ? found : Math.min(rate, found)) * slowerShare)
    },
  }
}
