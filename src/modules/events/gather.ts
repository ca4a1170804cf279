import type { Logger } from 'pino'
import { startCountBuffer } from '../../engine/count-buffer.ts'
import type { Database } from '../../engine/db/index.ts'
import type { Clock } from '../../values/time.ts'
import { addEvents, type NewEvent } from './store.ts'

/** Collects events of accounts in memory and writes them together, so callers never wait for the database. */
export type Events = ReturnType<typeof startEvents>

const writeEveryMs = 5_000

export function startEvents(db: Database, clock: Clock, log: Logger, everyMs = writeEveryMs) {
  const { add, write, stop } = startCountBuffer<NewEvent>({
    log,
    everyMs,
    nameOf: ({ accountId, kind, subject, reason }) => JSON.stringify([accountId, kind, subject, reason]),
    save: (events) => addEvents(db, events),
    what: 'account events',
  })
  return {
    note(accountId: number, kind: string, subject: string, reason: string) {
      const now = clock.now()
      add({ accountId, kind, subject, reason, count: 1, firstAt: now, lastAt: now })
    },
    /** Writes the collected events now instead of a few seconds later. */
    write,
    stop,
  }
}
