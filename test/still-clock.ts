import type { MovableClock } from '../src/engine/clock.ts'

/** Stands still between moves, so that nothing comes of its own however long a test takes. */
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
