import type { Database } from '../../engine/db/index.ts'
import type { Clock } from '../../values/time.ts'
import { addOutcomes, type Outcomes } from './store-health.ts'

/** What came back from carriers on this process, until it is written down with that of the others. */
export interface OutcomeCounts {
  /** A carrier took a message, or refused it, or it failed by a fault of the carrier's. */
  note(carrier: string, outcome: 'taken' | 'refused' | 'errors', messageId: number): void
  noteReceipts(carrier: string, count: number): void
  /** A carrier said that messages come too fast. */
  noteThrottle(carrier: string): void
  /** What can't be written now is not counted: it is only a share that is looked at. */
  write(): Promise<void>
}

export function createOutcomes(db: Database, clock: Clock): OutcomeCounts {
  let counts = new Map<string, { -readonly [Name in keyof Outcomes]: Outcomes[Name] }>()
  let since = clock.now()

  function countsOf(carrier: string) {
    if (counts.size === 0) since = clock.now()
    const found = counts.get(carrier) ?? {
      taken: 0,
      refused: 0,
      errors: 0,
      throttled: 0,
      receipts: 0,
      firstMessageId: null,
    }
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
