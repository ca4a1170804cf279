import { setTimeout as sleep } from 'node:timers/promises'
import { slowness } from './pace.ts'

const pauseMsMax = 50
/** Less than the time limit of a test, because the error of a time limit does not name the missing state. */
const secondsDefault = 45

/**
 * Waits until a condition is true. `what` describes the expected state and is part of the error on a timeout. The limit
 * is for a fast machine, and longer on a slow one.
 */
export async function until(
  what: string,
  condition: () => boolean | Promise<boolean>,
  secondsMax = secondsDefault,
): Promise<void> {
  const limit = Math.round(secondsMax * slowness)
  const end = performance.now() + limit * 1_000
  // Most conditions are true within milliseconds. Frequent checks of the others would waste CPU time.
  for (let pauseMs = 2; !(await condition()); pauseMs = Math.min(1.5 * pauseMs, pauseMsMax)) {
    if (performance.now() > end) throw new Error(`timed out after ${limit} s: ${what}`)
    await sleep(pauseMs)
  }
}
