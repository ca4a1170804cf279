import { BoundedMap } from './bounded-map.ts'

/** A bucket holds at most `size` tokens and gets `perSecond` new ones in a second. */
export interface Rate {
  readonly size: number
  readonly perSecond: number
}

/** What sums of fractions may be off by. */
const roundingMax = 1e-6

/** Starts full. The rate is given with every call, so that it can change at any time. */
export class TokenBucket {
  readonly #now: () => number
  #tokens = Number.POSITIVE_INFINITY
  #filledAt = 0

  constructor(now: () => number) {
    this.#now = now
  }

  /** How long until there are as many tokens as are needed; 0 when there are. */
  waitMs(rate: Rate, needed = 1): number {
    const missing = needed - this.fill(rate)
    return missing <= 0 ? 0 : Math.max(1, Math.ceil((missing * 1_000) / rate.perSecond))
  }

  spend(): void {
    this.#tokens -= 1
  }

  /** Takes one token, or none when there is less than one. */
  take(rate: Rate): boolean {
    if (this.fill(rate) < 1 - roundingMax) return false
    this.spend()
    return true
  }

  /** Overwrites the tokens with what there were at a time. A negative number is a debt. */
  set({ size }: Rate, tokens: number, at: number): void {
    this.#tokens = Math.min(size, tokens)
    this.#filledAt = at
  }

  /** The tokens there are now. A clock that was set back takes none away. */
  fill({ size, perSecond }: Rate): number {
    const time = this.#now()
    const passedMs = Math.max(0, time - this.#filledAt)
    this.#tokens = Math.min(size, this.#tokens + (passedMs * perSecond) / 1_000)
    this.#filledAt = time
    return this.#tokens
  }
}

/** A bucket that was unused for long is full, like a new one: so the ones longest unused can be forgotten. */
export const bucketsMax = 10_000

/** A bucket for each key, in the memory of this process. */
export function createBuckets<Key>(now: () => number): (key: Key) => TokenBucket {
  const buckets = new BoundedMap<Key, TokenBucket>(bucketsMax)
  return (key) => {
    const bucket = buckets.get(key) ?? new TokenBucket(now)
    buckets.set(key, bucket)
    return bucket
  }
}

/** How long until there is a token, in whole seconds for people and headers: at least one. */
export const secondsToNext = (left: number, perSecond: number) => Math.max(1, Math.ceil((1 - left) / perSecond))
