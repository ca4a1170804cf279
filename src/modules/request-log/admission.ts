import { createBuckets } from '../../engine/flow/token-bucket.ts'

/** Per account and process: a burst of 60, then one per second. Refused and accepted requests have separate rates. */
const rate = { size: 60, perSecond: 1 }
export const renewEveryMs = 1_000 / rate.perSecond

/** Decides which requests are logged. */
export interface Admission {
  /** After the last token, a request costs one lookup, without the clock, until `renew`. */
  admits(accountId: number): boolean
  /** To be called about as often as an account gets a token. */
  renew(): void
}

export function createAdmission(now: () => number): Admission {
  const bucketOf = createBuckets<number>(now)
  const spent = new Set<number>()
  return {
    admits(accountId) {
      if (spent.has(accountId)) return false
      if (bucketOf(accountId).take(rate)) return true
      spent.add(accountId)
      return false
    },
    renew: () => spent.clear(),
  }
}
