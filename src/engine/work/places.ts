import type { Work, WorkRow } from './work.ts'

export type Places = ReturnType<typeof createPlaces>

/** The running rows of a kind of work, in total and by key. */
export function createPlaces<Row extends WorkRow, Note>({
  placesByKey,
  concurrencyPerKey,
}: Pick<Work<Row, Note>, 'placesByKey' | 'concurrencyPerKey'>) {
  const runs = new Map<string, number>()
  let total = 0

  const takenBy = (key: string) => runs.get(key) ?? 0
  /** The current concurrency of a key. */
  const limitOf = (key: string) => placesByKey?.().get(key) ?? concurrencyPerKey
  function change(key: string, by: number) {
    total += by
    const count = takenBy(key) + by
    if (count > 0) runs.set(key, count)
    else runs.delete(key)
  }

  return {
    take: (key: string) => change(key, 1),
    free: (key: string) => change(key, -1),
    taken: () => total,
    takenBy,
    limitOf,
    /** Keys with running rows, or with a reduced concurrency. */
    *busyKeys() {
      yield* runs.keys()
      for (const [key, limit] of placesByKey?.() ?? []) if (limit < concurrencyPerKey) yield key
    },
    /** The occupied places per key: its runs plus the places it currently lacks. Negative when it has extra places. */
    takenByKey(): Map<string, number> {
      const taken = new Map(Array.from(placesByKey?.() ?? [], ([key, limit]) => [key, concurrencyPerKey - limit]))
      for (const [key, count] of runs) taken.set(key, (taken.get(key) ?? 0) + count)
      return taken
    },
  }
}
