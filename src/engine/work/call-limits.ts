import { BoundedMap } from '../flow/bounded-map.ts'

export interface CallLimitOptions {
  readonly initialLimit: number
  readonly limitMax: number
  readonly limitPerAccount: number
}

/** When more keys are known, the one called longest ago is forgotten. All limits are passed to every claim. */
const keysMax = 2_000

/**
 * Limits the parallel calls to servers of customers: a few at first, one more with every success, and one at a time
 * after a failure until the server recovers. All calls of an account together never exceed the share of the account.
 */
export function createCallLimits({ initialLimit, limitMax, limitPerAccount }: CallLimitOptions) {
  const limits = new BoundedMap<string, number>(keysMax)
  const underWay = new Map<number, number>()

  function set(key: string, count: number) {
    if (count === initialLimit) limits.delete(key)
    else limits.set(key, count)
  }

  return {
    /** Returns false, and starts nothing, when the account has used up its share. Each successful call needs an `end`. */
    begin(accountId: number): boolean {
      const count = underWay.get(accountId) ?? 0
      if (count >= limitPerAccount) return false
      underWay.set(accountId, count + 1)
      return true
    },
    end(accountId: number) {
      const left = (underWay.get(accountId) ?? 1) - 1
      if (left > 0) underWay.set(accountId, left)
      else underWay.delete(accountId)
    },
    /** `key` is the key of the work, such as an endpoint. */
    note(key: string, isSuccess: boolean) {
      set(key, isSuccess ? Math.min((limits.get(key) ?? initialLimit) + 1, limitMax) : 1)
    },
    /** Whether calls of this process failed and the server has not yet recovered fully. */
    isLimited: (key: string) => (limits.get(key) ?? initialLimit) < initialLimit,
    /** By key, for `placesByKey`. A missing key has the initial limit. */
    limits: (): ReadonlyMap<string, number> => limits,
  }
}
