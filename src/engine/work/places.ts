import type { Work, WorkRow } from './work.ts'

/** The running rows of a kind of work, in total and by key. */
export interface Places {
  take(key: string): void
  free(key: string): void
  taken(): number
  /** Running rows of a key. */
  takenBy(key: string): number
  /** The current concurrency of a key. */
  limitOf(key: string): number
  /** Keys with running rows, or with a reduced concurrency. */
  busyKeys(): Iterable<string>
  /** The occupied places per key: its runs plus the places it currently lacks. Negative when it has extra places. */
  takenByKey(): Map<string, number>
}

export function createPlaces<Row extends WorkRow, Note>({
  placesByKey,
  concurrencyPerKey,
}: Pick<Work<Row, Note>, 'placesByKey' | 'concurrencyPerKey'>): Places {
  const runs = new Map<string, number>()
  let total = 0

  const takenBy = (key: string) => runs.get(key) ?? 0
  const limitOf = (key: string) => placesByKey?.().get(key) ?? concurrencyPerKey
  function change(key: string, by: number) {
    total += by
    const count = takenBy(key) + by
    if (count > 0) runs.set(key, count)
    else runs.delete(key)
  }

  return {
    take: (key) => change(key, 1),
    free: (key) => change(key, -1),
    taken: () => total,
    takenBy,
    limitOf,
    *busyKeys() {
      yield* runs.keys()
      for (const [key, limit] of placesByKey?.() ?? []) if (limit < concurrencyPerKey) yield key
    },
    takenByKey() {
      const taken = new Map(Array.from(placesByKey?.() ?? [], ([key, limit]) => [key, concurrencyPerKey - limit]))
      for (const [key, count] of runs) taken.set(key, (taken.get(key) ?? 0) + count)
      return taken
    },
  }
}
