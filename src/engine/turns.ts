import { Overloaded } from './batch/index.ts'

/** Runs something when it is its turn among those with the same key. */
export type Turns = <T>(key: number, run: () => Promise<T>) => Promise<T>

export interface TurnsOptions {
  /** How many of one key run at the same time. */
  readonly atOnce: number
  /** How many of one key may wait; the next is turned away. */
  readonly waitingMax: number
}

/**
 * Work that would only wait for its like in the database waits here instead, where it holds no connection: there are
 * few, and everybody else needs them too.
 */
export function createTurns({ atOnce, waitingMax }: TurnsOptions): Turns {
  const lines = new Map<number, { running: number; readonly waiting: (() => void)[] }>()

  return async (key, run) => {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    if (line.running < atOnce) line.running += 1
    else if (line.waiting.length >= waitingMax) throw new Overloaded(`more than ${waitingMax} wait for their turn`)
    // Who goes hands over the place.
    else await new Promise<void>((resolve) => line.waiting.push(resolve))
    try {
      return await run()
    } finally {
      const next = line.waiting.shift()
      if (next) next()
      else line.running -= 1
      if (line.running === 0) lines.delete(key)
    }
  }
}
