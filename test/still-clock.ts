import type { TestContext } from 'node:test'
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

/** Stops the clocks of this process until the test ends, so that a stall of the machine refills no rate limit. */
export function stopProcessClocks({ mock }: Pick<TestContext, 'mock'>): void {
  const stillMs = performance.now()
  const stillWallMs = Date.now()
  mock.method(performance, 'now', () => stillMs)
  mock.method(Date, 'now', () => stillWallMs)
}
