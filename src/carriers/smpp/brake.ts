import type { Lane } from '../carrier.ts'
import { createPace } from '../pace.ts'

/** What a bind does when the other side says that it is too fast: it pauses, and goes on more slowly for a while. */
export interface Brake {
  /** 0 when one of this lane may go now. */
  waitMs(lane: Lane): number
  spend(): void
  /** One was taken. */
  passed(): void
  /** One was not taken, because they come too fast. */
  slowed(): void
}

const pauseMsMin = 500
const pauseMsMax = 10_000
/** After a pause it goes on with this share of what passed in a second before it… */
const slowerShare = 0.8
/** …and dares this much more in every second in which nobody complains. */
const fasterShare = 1.1
/** Nobody is as fast as this, so that there is no rate to keep any more. */
const rateMax = 10_000

/** A pace that the carrier never said is found by trying: down by a step when it complains, up by little while it does not. */
export function createBrake(now: () => number, random: () => number): Brake {
  let pausedUntil = 0
  let pauseMs = pauseMsMin
  /** 0 is none. */
  let rate = 0
  let second = 0
  let passedBefore = 0
  let passed = 0
  const pace = createPace(now, () => rate)

  /** Counts by whole seconds: what passed in this one, and what in the one before. */
  function turn(time: number): void {
    const current = Math.floor(time / 1_000)
    if (current === second) return
    passedBefore = current === second + 1 ? passed : 0
    passed = 0
    second = current
    if (rate > 0 && time >= pausedUntil) rate = rate * fasterShare + 1
    if (rate > rateMax) rate = 0
  }

  return {
    waitMs(lane) {
      if (pausedUntil === 0 && rate === 0) return 0
      return Math.max(pausedUntil - now(), pace.waitMs(lane))
    },
    spend: pace.spend,
    passed() {
      const time = now()
      turn(time)
      passed += 1
      // What was under way when the pause began says nothing about whether it was long enough.
      if (time >= pausedUntil) pauseMs = pauseMsMin
    },
    slowed() {
      const time = now()
      turn(time)
      // A whole window is told the same at once, and that is one complaint.
      if (time < pausedUntil) return
      pausedUntil = time + pauseMs * (0.75 + random() / 2)
      pauseMs = Math.min(pauseMs * 2, pauseMsMax)
      const found = Math.max(passed, passedBefore, 1)
      rate = Math.max(1, (rate === 0 ? found : Math.min(rate, found)) * slowerShare)
    },
  }
}
