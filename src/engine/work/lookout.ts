import { sql } from 'kysely'
import type { Clock } from '../../values/time.ts'
import { type Database, prepared } from '../db/index.ts'
import { createSignal } from './signal.ts'
import type { AnyWork } from './work.ts'

/** Maximum delay after a lost notification, and after the end of a lease. */
const lookEveryMs = 500

interface Watched {
  readonly work: AnyWork
  readonly loop: { wake(): void }
}

/**
 * Wakes loops that have due rows without a lease: after a lost notification, or of a worker that died. One statement
 * asks for all loops of the process, so that an idle loop needs none.
 */
export function startLookout(db: Database, clock: Clock, loops: readonly Watched[]): { stop(): Promise<void> } {
  const signal = createSignal()
  let stopping = false

  async function look(): Promise<void> {
    while (!stopping) {
      await signal.wait(lookEveryMs)
      if (stopping || loops.length === 0) continue
      try {
        const due = await findDue(db, loops, clock.now())
        for (const index of due) loops[index]?.loop.wake()
      } catch {
        // Each loop reports an outage and its end itself.
        for (const { loop } of loops) loop.wake()
      }
    }
  }

  const looking = look()
  return {
    async stop() {
      stopping = true
      signal.fire()
      await looking
    },
  }
}

/** The `order by` makes PostgreSQL use the index on due_at, as in `claim`. */
async function findDue(db: Database, loops: readonly Watched[], now: Date): Promise<number[]> {
  const { rows } = await sql<{ index: number }>`${prepared} ${sql.join(
    loops.map(
      ({ work }, index) => sql`
        select ${sql.lit(index)} as index
         where exists (select from (select from ${sql.table(work.table)} w
                                     where ${work.only ?? sql`true`} and w.due_at <= ${now} and (w.lease_until is null or w.lease_until < clock_timestamp())
                                     order by w.due_at
                                     limit 1) as first)`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows.map(({ index }) => index)
}
