/** How many requests at once an endpoint gets: all that there are places for while it answers, and one at a time after it failed, until it proves itself. */
export interface Pace {
  succeeded(endpointId: number): void
  failed(endpointId: number): void
  /** Those in trouble, by the text of their id. */
  slowed(): ReadonlyMap<string, number>
}

/** More in trouble are not remembered: the oldest gets its chance. */
const slowedMax = 10_000

export function createPace(placesMax: number): Pace {
  const places = new Map<string, number>()
  return {
    succeeded(endpointId) {
      const key = String(endpointId)
      const now = places.get(key)
      if (now === undefined) return
      if (now * 2 >= placesMax) places.delete(key)
      else places.set(key, now * 2)
    },
    failed(endpointId) {
      const key = String(endpointId)
      places.delete(key)
      const [oldest] = places.size >= slowedMax ? places.keys() : []
      if (oldest !== undefined) places.delete(oldest)
      places.set(key, 1)
    },
    slowed: () => places,
  }
}
