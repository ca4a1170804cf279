import { sql } from 'kysely'
import { type Database, prepared } from '../db/index.ts'
import { createSignal } from './signal.ts'
import type { AnyWork } from './work.ts'

/** Maximum delay after a lost notification, and after the end of a lease. */
const lookEveryMs = { postgres: 2_000, embedded: 500 }

interface Watched {
  readonly work: AnyWork
  readonly loop: { wake(): void; wakeAt(due: Date): void }
}

/**
 * Wakes loops when their first row without a lease is due, if nobody announced it, or its worker died. One statement
 * asks for all loops of the process, so that an idle loop needs none. Rows of the embedded engine change only by
 * statements of this process, so it is only asked after one.
 */
export function startDuePoll(db: Database, loops: readonly Watched[]): { stop(): Promise<void> } {
  const signal = createSignal()
  let stopping = false
  let seen = Number.NaN

  const mayHaveMore = () => db.engine === 'postgres' || db.writeCount() !== seen

  async function look(): Promise<void> {
    while (!stopping) {
      await signal.wait(lookEveryMs[db.engine])
      if (stopping || loops.length === 0 || !mayHaveMore()) continue
      try {
        seen = db.writeCount()
        for (const { index, dueAt } of await findFirst(db, loops)) loops[index]?.loop.wakeAt(dueAt)
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

/** Returns when the first row of each loop without a lease is due. The `order by` makes PostgreSQL use the index. */
async function findFirst(db: Database, loops: readonly Watched[]): Promise<{ index: number; dueAt: Date }[]> {
  const { rows } = await sql<{ index: number; dueAt: Date }>`${prepared} ${sql.join(
    loops.map(
      ({ work }, index) => sql`
        (select ${sql.lit(index)} as index, w.due_at as "dueAt"
           from ${sql.table(work.table)} w
          where ${work.only ?? sql`true`} and w.due_at is not null and (w.lease_until is null or w.lease_until < clock_timestamp())
          order by w.due_at
          limit 1)`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows
}
