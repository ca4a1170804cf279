import { Overloaded } from './batch/index.ts'
import { Semaphore } from './flow/semaphore.ts'

/** Runs something when it is its turn among those with the same key. */
export type ConcurrencyLimit = <T>(key: number, run: () => Promise<T>) => Promise<T>

export interface ConcurrencyLimitOptions {
  /** How many of one key run at the same time. */
  readonly atOnce: number
  /** How many of one key may wait; the next is turned away. */
  readonly waitingMax: number
}

/**
 * Work that would only wait for its like in the database waits here instead, where it holds no connection: there are
 * few, and everybody else needs them too.
 */
export function createConcurrencyLimit({ atOnce, waitingMax }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const byKey = new Map<number, Semaphore>()

  return async (key, run) => {
    const semaphore = byKey.get(key) ?? new Semaphore(atOnce)
    byKey.set(key, semaphore)
    if (semaphore.isFull && semaphore.waiting >= waitingMax)
      throw new Overloaded(`more than ${waitingMax} wait for their turn`)
    try {
      return await semaphore.run(run)
    } finally {
      if (semaphore.running === 0) byKey.delete(key)
    }
  }
}
