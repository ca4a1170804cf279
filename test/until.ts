import { setTimeout as sleep } from 'node:timers/promises'

const pauseMsMax = 50

/** Waits for something that will be true soon, and says what it waited for when it does not become so. */
export async function until(what: string, condition: () => boolean | Promise<boolean>, secondsMax = 60): Promise<void> {
  const end = performance.now() + secondsMax * 1_000
  // Most conditions are true within milliseconds; asking often for the others would take processor time from the wait.
  for (let pauseMs = 2; !(await condition()); pauseMs = Math.min(1.5 * pauseMs, pauseMsMax)) {
    if (performance.now() > end) throw new Error(`waited ${secondsMax} s in vain until ${what}`)
    await sleep(pauseMs)
  }
}
