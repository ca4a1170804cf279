/** How many requests at once an endpoint gets: few at first, more with every success, and one at a time after a failure, until it proves itself again. */
export interface Pace {
  succeeded(endpointId: number): void
  failed(endpointId: number): void
  /** By the text of an endpoint's id. Who is not among them gets the first number. */
  places(): ReadonlyMap<string, number>
}

export interface PaceOptions {
  readonly placesFirst: number
  readonly placesMax: number
}

/** Of more endpoints than this nothing is remembered: the oldest begins anew. */
const endpointsMax = 10_000

export function createPace({ placesFirst, placesMax }: PaceOptions): Pace {
  const places = new Map<string, number>()

  function set(endpointId: number, count: (now: number) => number) {
    const key = String(endpointId)
    const now = places.get(key)
    const [oldest] = now === undefined && places.size >= endpointsMax ? places.keys() : []
    if (oldest !== undefined) places.delete(oldest)
    places.set(key, count(now ?? placesFirst))
  }

  return {
    succeeded: (endpointId) => set(endpointId, (now) => Math.min(now + 1, placesMax)),
    failed: (endpointId) => set(endpointId, () => 1),
    places: () => places,
  }
}
