import type { Database } from '../db/index.ts'
import { BoundedMap } from './bounded-map.ts'
import { exchange, type Use } from './store-rates.ts'
import { bucketsMax, createBuckets, type Rate } from './token-bucket.ts'

/**
 * Rates that all processes of an installation keep to together. Each process takes tokens from buckets in its own
 * memory, so no request waits for the database. A few times a second it takes the same tokens from the buckets of the
 * database, and goes on with what is left there. Until then several processes may take more than a rate allows; after
 * that they wait until it is made up for.
 */
export interface SharedRates {
  /** Takes one token from the bucket of a key, or none when it has less than one. */
  take(key: string, rate: Rate): boolean
  /** The tokens in the bucket of a key. */
  left(key: string, rate: Rate): number
  /** Waits for the exchange that is under way, and begins no other. */
  stop(): Promise<void>
}

const exchangeEveryMs = 200

/** The embedded engine has one process, which shares with nobody. While the database is away each goes on alone. */
export function shareRates(db: Database, now: () => number = () => performance.now()): SharedRates {
  const bucketOf = createBuckets<string>(now)
  /** Tokens taken since the last exchange began. */
  let uses = new BoundedMap<string, Use>(bucketsMax)
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let stopped = false

  function add({ key, taken, rate }: Use): void {
    uses.set(key, { key, taken: taken + (uses.get(key)?.taken ?? 0), rate })
    if (stopped) return
    timer ??= setTimeout(() => {
      timer = undefined
      running = running.then(exchangeUses)
    }, exchangeEveryMs).unref()
  }

  async function exchangeUses(): Promise<void> {
    const sent = [...uses.values()]
    uses = new BoundedMap(bucketsMax)
    try {
      const left = new Map((await exchange(db, sent)).map(({ key, tokens }) => [key, tokens]))
      for (const { key, rate } of sent) {
        const takenMeanwhile = uses.get(key)?.taken ?? 0
        bucketOf(key).set(rate, (left.get(key) ?? 0) - takenMeanwhile)
      }
    } catch {
      for (const use of sent) add(use)
    }
  }

  return {
    take(key, rate) {
      if (!bucketOf(key).take(rate)) return false
      if (db.engine !== 'embedded') add({ key, taken: 1, rate })
      return true
    },
    left: (key, rate) => bucketOf(key).fill(rate),
    stop() {
      stopped = true
      clearTimeout(timer)
      return running
    },
  }
}
