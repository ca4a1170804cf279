import { BoundedMap } from './bounded-map.ts'

/** A bucket holds at most `size` tokens and is refilled with `perSecond` tokens per second. */
export interface Rate {
  readonly size: number
  readonly perSecond: number
}

/** Tolerance for rounding errors. */
const roundingMax = 1e-6

/** Starts full. The rate is passed with every call, so that it can change at any time. */
export class TokenBucket {
  readonly #now: () => number
  #tokens = Number.POSITIVE_INFINITY
  #filledAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** Returns the time until the needed tokens are available, or 0. */
  waitMs(rate: Rate, needed = 1): number {
    const missing = needed - this.fill(rate)
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * 1_000) / rate.perSecond))
  }

  spend(count = 1): void {
    this.#tokens -= count
  }

  /** Takes tokens. False when the bucket has less than one; missing tokens become a debt. */
  take(rate: Rate, count = 1): boolean {
    if (this.fill(rate) < 1 - roundingMax) return false
    this.spend(count)
    return true
  }

  /** Sets the tokens at a given time. A negative number is a debt. */
  set({ size }: Rate, tokens: number, at: number): void {
    this.#tokens = Math.min(size, tokens)
    this.#filledAt = at
  }

  /** Refills the bucket and returns its tokens. A clock that was set back removes none. */
  fill({ size, perSecond }: Rate): number {
    const time = this.#now()
    const passedMs = Math.max(0, time - this.#filledAt)
    this.#tokens = Math.min(size, this.#tokens + (passedMs * perSecond) / 1_000)
    this.#filledAt = time
    return this.#tokens
  }
}

/** The oldest buckets can be evicted, because an unused bucket is as full as a new one. */
export const bucketsMax = 10_000

/** Buckets by key, in the memory of this process. */
export function createBuckets<Key>(now: () => number): (key: Key) => TokenBucket {
  const buckets = new BoundedMap<Key, TokenBucket>(bucketsMax)
  return (key) => {
    const bucket = buckets.get(key) ?? new TokenBucket(now)
    buckets.set(key, bucket)
    return bucket
  }
}

/** Whole seconds until the next token, at least one, for hints and headers. */
export const secondsToNext = (left: number, perSecond: number) => Math.max(1, Math.ceil((1 - left) / perSecond))
