import type { Lane } from '../carrier.ts'
import { createLaneRate } from '../outbox/lane-rate.ts'

const pauseMsMin = 500
const pauseMsMax = 10_000
/** Spreads binds that were throttled together. */
const jitterMin = 0.75
const jitterMax = 1.25
/** After a pause, the rate is this share of the messages accepted in the second before… */
const slowerShare = 0.8
/** …and grows by this factor in every second without a throttle. */
const fasterShare = 1.1
/** Above this rate there is no limit any more. */
const rateMax = 10_000

/**
 * The rate of a bind. Finds the undocumented limit of a carrier: pauses and lowers the rate when it throttles, and raises
 * the rate slowly while it does not.
 */
export function createAdaptiveRate(now: () => number, random: () => number) {
  let pausedUntil = 0
  let pauseMs = pauseMsMin
  /** 0 means no limit. */
  let rate = 0
  let second = 0
  let passedBefore = 0
  let passed = 0
  const laneRate = createLaneRate(now, () => rate)

  /** The remaining pause. If the clock is set back, it is at most the longest pause. */
  function leftMs(time: number): number {
    pausedUntil = Math.min(pausedUntil, time + pauseMsMax * jitterMax)
    return pausedUntil - time
  }

  /** Counts accepted messages in the current second and in the one before. */
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
    waitMs(lane: Lane): number {
      if (pausedUntil === 0 && rate === 0) return 0
      return Math.max(leftMs(now()), laneRate.waitMs(lane))
    },
    spend: laneRate.spend,
    /** A message was accepted. */
    passed() {
      const time = now()
      turn(time)
      passed += 1
      // Responses to earlier submits do not show whether the pause was long enough.
      if (leftMs(time) <= 0) pauseMs = pauseMsMin
    },
    /** A message was throttled. */
    slowed() {
      const time = now()
      turn(time)
      // All throttles of one window count as one.
      if (leftMs(time) > 0) return
      pausedUntil = time + pauseMs * (jitterMin + random() * (jitterMax - jitterMin))
      pauseMs = Math.min(pauseMs * 2, pauseMsMax)
      const found = Math.max(passed, passedBefore, 1)
      rate = Math.max(1, (rate === 0 ? found : Math.min(rate, found)) * slowerShare)
    },
  }
}
