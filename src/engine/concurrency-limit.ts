import { Overloaded } from './batch/index.ts'
import { Semaphore } from './flow/semaphore.ts'

/** Runs a function once fewer than `atOnce` functions with the same key are running. */
export type ConcurrencyLimit = <T>(key: number, run: () => Promise<T>) => Promise<T>

export interface ConcurrencyLimitOptions {
  readonly atOnce: number
  /** Maximum number of waiting functions per key; more are rejected with Overloaded. */
  readonly waitingMax: number
}

/** Queues work that would block on the same rows in the database, so that it does not occupy a connection meanwhile. */
export function createConcurrencyLimit({ atOnce, waitingMax }: ConcurrencyLimitOptions): ConcurrencyLimit {
  const byKey = new Map<number, Semaphore>()

  return async (key, run) => {
    const semaphore = byKey.get(key) ?? new Semaphore(atOnce)
    byKey.set(key, semaphore)
    if (semaphore.isFull && semaphore.waiting >= waitingMax)
      throw new Overloaded(`too many concurrent requests (${waitingMax} are waiting)`)
    try {
      return await semaphore.run(run)
    } finally {
      if (semaphore.running === 0) byKey.delete(key)
    }
  }
}
