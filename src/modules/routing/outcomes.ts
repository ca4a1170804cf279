import type { Database } from '../../engine/db/index.ts'
import type { Clock } from '../../values/time.ts'
import { addOutcomes, type Outcomes } from './store-health.ts'

/** Counts the results of carriers in this process until they are written to the database. */
export interface OutcomeCounts {
  /** `errors` are failures that are the carrier's fault. */
  note(carrier: string, outcome: 'taken' | 'refused' | 'errors', messageId: number): void
  noteReceipts(carrier: string, count: number): void
  noteThrottle(carrier: string): void
  /** Drops the counts when the database is not available: health needs only shares. */
  write(): Promise<void>
}

const none: Outcomes = { taken: 0, refused: 0, errors: 0, throttled: 0, receipts: 0, firstMessageId: null }

export function createOutcomes(db: Database, clock: Clock): OutcomeCounts {
  let counts = new Map<string, { -readonly [Name in keyof Outcomes]: Outcomes[Name] }>()
  let since = clock.now()

  function countsOf(carrier: string) {
    if (counts.size === 0) since = clock.now()
    const found = counts.get(carrier) ?? { ...none }
    counts.set(carrier, found)
    return found
  }

  return {
    note(carrier, outcome, messageId) {
      const one = countsOf(carrier)
      one[outcome] += 1
      if (outcome === 'taken') one.firstMessageId = Math.min(one.firstMessageId ?? messageId, messageId)
    },
    noteReceipts(carrier, count) {
      countsOf(carrier).receipts += count
    },
    noteThrottle(carrier) {
      countsOf(carrier).throttled += 1
    },
    async write() {
      if (counts.size === 0) return
      const written = counts
      counts = new Map()
      await addOutcomes(db, written, since).catch(() => {})
    },
  }
}
