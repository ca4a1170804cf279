import type { Clock } from '../values/time.ts'

export interface MovableClock extends Clock {
  moveForward(milliseconds: number): void
}

export function createClock(startAt?: Date): MovableClock {
  const listeners: (() => void)[] = []
  let offset = startAt === undefined ? 0 : startAt.getTime() - Date.now()
  return {
    now: () => new Date(Date.now() + offset),
    onMove: (listener) => listeners.push(listener),
    moveForward(milliseconds) {
      if (!(milliseconds >= 0)) throw new RangeError('the clock can only move forward')
      offset += milliseconds
      for (const listener of listeners) listener()
    },
  }
}
