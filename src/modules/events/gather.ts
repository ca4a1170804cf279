import type { Logger } from 'pino'
import type { Database } from '../../engine/db/index.ts'
import { startGathering } from '../../engine/gather.ts'
import type { Clock } from '../../values/time.ts'
import { addEvents, type Happened } from './store.ts'

/**
 * What accounts should know about, gathered: whoever notes something only counts, and nobody waits for the database.
 */
export interface Events {
  note(accountId: number, kind: string, subject: string, reason: string): void
  /** Writes what was noted so far, instead of in a few seconds. */
  write(): Promise<void>
  stop(): Promise<void>
}

const writeEveryMs = 5_000

export function startEvents(db: Database, clock: Clock, log: Logger, everyMs = writeEveryMs): Events {
  const { add, write, stop } = startGathering<Happened>({
    log,
    everyMs,
    nameOf: ({ accountId, kind, subject, reason }) => JSON.stringify([accountId, kind, subject, reason]),
    save: (events) => addEvents(db, events),
    what: 'events of accounts',
  })
  return {
    note(accountId, kind, subject, reason) {
      const now = clock.now()
      add({ accountId, kind, subject, reason, count: 1, firstAt: now, lastAt: now })
    },
    write,
    stop,
  }
}
