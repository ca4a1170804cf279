import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/**
 * Limits the parallel requests to an endpoint: a few at first, one more with every success, and one at a time after a
 * failure until it recovers. All endpoints of an account together never exceed the share of the account.
 */
export interface Concurrency {
  /** Returns false, and starts nothing, when the account has used up its share. Each successful call needs an `end`. */
  begin(accountId: number): boolean
  end(accountId: number): void
  note(endpointId: number, isSuccess: boolean): void
  /** By the endpoint id as text. A missing endpoint has the initial limit. */
  limits(): ReadonlyMap<string, number>
}

export interface ConcurrencyOptions {
  readonly initialLimit: number
  readonly limitMax: number
  readonly limitPerAccount: number
}

/** When more endpoints are known, the one called longest ago is forgotten. All limits are passed to every claim. */
const endpointsMax = 2_000

export function createConcurrency({ initialLimit, limitMax, limitPerAccount }: ConcurrencyOptions): Concurrency {
  const limits = new BoundedMap<string, number>(endpointsMax)
  const underWay = new Map<number, number>()

  function set(key: string, count: number) {
    if (count === initialLimit) limits.delete(key)
    else limits.set(key, count)
  }

  return {
    begin(accountId) {
      const count = underWay.get(accountId) ?? 0
      if (count >= limitPerAccount) return false
      underWay.set(accountId, count + 1)
      return true
    },
    end(accountId) {
      const left = (underWay.get(accountId) ?? 1) - 1
      if (left > 0) underWay.set(accountId, left)
      else underWay.delete(accountId)
    },
    note(endpointId, isSuccess) {
      const key = String(endpointId)
      set(key, isSuccess ? Math.min((limits.get(key) ?? initialLimit) + 1, limitMax) : 1)
    },
    limits: () => limits,
  }
}
