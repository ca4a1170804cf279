import { BoundedMap } from '../../engine/flow/bounded-map.ts'

/**
 * How many requests at once an endpoint gets: few at first, more with every success, and one at a time after a failure,
 * until it proves itself again. However many endpoints an account has, it never gets more than its share of all.
 */
export interface Concurrency {
  /** False when the account has its share already: nothing was begun. Whoever began also ends. */
  begin(accountId: number): boolean
  end(accountId: number): void
  note(endpointId: number, isSuccess: boolean): void
  /** By the text of an endpoint's id. Who is not among them gets the first number. */
  places(): ReadonlyMap<string, number>
}

export interface ConcurrencyOptions {
  readonly placesFirst: number
  readonly placesMax: number
  readonly placesPerAccount: number
}

/**
 * Of more endpoints than this nothing is remembered: whoever was called longest ago begins anew. All of them go into
 * every claim.
 */
const endpointsMax = 2_000

export function createConcurrency({ placesFirst, placesMax, placesPerAccount }: ConcurrencyOptions): Concurrency {
  const places = new BoundedMap<string, number>(endpointsMax)
  const underWay = new Map<number, number>()

  function set(key: string, count: number) {
    if (count === placesFirst) places.delete(key)
    else places.set(key, count)
  }

  return {
    begin(accountId) {
      const count = underWay.get(accountId) ?? 0
      if (count >= placesPerAccount) return false
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
      set(key, isSuccess ? Math.min((places.get(key) ?? placesFirst) + 1, placesMax) : 1)
    },
    places: () => places,
  }
}
