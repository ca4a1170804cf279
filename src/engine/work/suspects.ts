import { mayBeFaultOfRow } from '../db/index.ts'
import { BoundedMap } from '../flow/bounded-map.ts'

/** Rows whose runs end in outages that a row may cause: once that repeats, it counts as a failure of the row. */
export interface Suspects {
  /** Counts one more such outage of a row; true when there have been too many in a row. */
  note(id: number, error: unknown): boolean
  clear(id: number): void
}

/** Outages come a second apart, so this is half a minute. */
const outagesMax = 30
const rowsMax = 10_000

export function createSuspects(): Suspects {
  const outages = new BoundedMap<number, number>(rowsMax)
  return {
    note(id, error) {
      if (!mayBeFaultOfRow(error)) return false
      const count = (outages.get(id) ?? 0) + 1
      outages.set(id, count)
      return count > outagesMax
    },
    clear: (id) => void outages.delete(id),
  }
}
