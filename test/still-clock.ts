import type { MovableClock } from '../src/engine/clock.ts'

/** A clock that only moves on demand, so that the duration of a test triggers nothing. */
export function createStillClock(): MovableClock {
  const listeners: (() => void)[] = []
  let time = Date.now()
  return {
    now: () => new Date(time),
    onMove: (listener) => listeners.push(listener),
    moveForward(milliseconds) {
      time += milliseconds
      for (const listener of listeners) listener()
    },
  }
}
