import type { Database } from '../db/index.ts'
import { BoundedMap } from './bounded-map.ts'
import { exchange, type RateUse } from './store-rates.ts'
import { bucketsMax, createBuckets, type Rate } from './token-bucket.ts'

export type SharedRates = ReturnType<typeof shareRates>

/** Tokens taken since the start of the last exchange. */
interface TakenTokens {
  readonly since: number
  readonly rate: Rate
  readonly count: number
}

const exchangeEveryMs = 200

/**
 * Rate limits shared by all processes of an installation. Each process takes tokens from buckets in memory, so no
 * request waits for the database. A few times per second it subtracts them from the shared buckets and continues with
 * the remaining tokens. In between, processes together may exceed a rate; the excess becomes a debt, and requests are
 * rejected until it is refilled. The embedded engine has a single process, so nothing is shared. During an outage each
 * process limits on its own.
 */
export function shareRates(db: Database, now: () => number = () => performance.now()) {
  const bucketOf = createBuckets<string>(now)
  let taken = new BoundedMap<string, TakenTokens>(bucketsMax)
  let timer: NodeJS.Timeout | undefined
  let running: Promise<void> | null = null
  let stopped = false

  function add(key: string, rate: Rate, count: number, since: number): void {
    const before = taken.get(key)
    taken.set(key, { rate, count: count + (before?.count ?? 0), since: Math.min(since, before?.since ?? since) })
    exchangeSoon()
  }

  /** Runs one exchange at a time, so that they do not pile up on a slow database. */
  function exchangeSoon(): void {
    if (stopped || timer !== undefined || running !== null) return
    timer = setTimeout(() => {
      timer = undefined
      running = exchangeTokens().finally(() => {
        running = null
        if (taken.size > 0) exchangeSoon()
      })
    }, exchangeEveryMs).unref()
  }

  async function exchangeTokens(): Promise<void> {
    const sent = taken
    const sentAt = now()
    taken = new BoundedMap(bucketsMax)
    const uses = [...sent].map(
      ([key, { rate, count, since }]): RateUse => ({ key, rate, taken: count, ageSeconds: (sentAt - since) / 1_000 }),
    )
    try {
      for (const { key, tokens } of await exchange(db, uses)) {
        const rate = sent.get(key)?.rate
        if (rate !== undefined) bucketOf(key).set(rate, tokens - (taken.get(key)?.count ?? 0), sentAt)
      }
    } catch {
      for (const [key, { rate, count, since }] of sent) add(key, rate, count, since)
    }
  }

  return {
    /** Takes tokens from the bucket of a key. False when the bucket is empty; missing tokens become a debt. */
    take(key: string, rate: Rate, count = 1): boolean {
      if (!bucketOf(key).take(rate, count)) return false
      if (db.engine !== 'embedded') add(key, rate, count, now())
      return true
    },
    /** Returns the number of tokens in the bucket of a key. */
    left: (key: string, rate: Rate): number => bucketOf(key).fill(rate),
    /** Waits for the current exchange and starts no other. */
    async stop() {
      stopped = true
      clearTimeout(timer)
      await running
    },
  }
}
