import { mayBeFaultOfRow } from '../db/index.ts'
import { BoundedMap } from '../flow/bounded-map.ts'

/** Tracks rows whose runs end in outages that a row may cause. Repeated outages count as a failure of the row. */
export interface Suspects {
  /** Counts an outage of a row; true when there were too many in sequence. */
  note(id: number, error: unknown): boolean
  clear(id: number): void
}

/** Runs are repeated every second, so this is half a minute. */
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
