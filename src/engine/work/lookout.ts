import { sql } from 'kysely'
import type { Clock } from '../../values/time.ts'
import { type Database, prepared } from '../db/index.ts'
import { createSignal } from './signal.ts'
import type { AnyWork } from './work.ts'

/** Maximum delay after a lost notification, and after the end of a lease. */
const lookEveryMs = { postgres: 2_000, embedded: 500 }

interface Watched {
  readonly work: AnyWork
  readonly loop: { wake(): void }
}

/**
 * Wakes loops that have due rows without a lease: after a lost notification, or of a worker that died. One statement
 * asks for all loops of the process, so that an idle loop needs none. Rows of the embedded engine only change when this
 * process sends statements, so it is asked only after others.
 */
export function startLookout(db: Database, clock: Clock, loops: readonly Watched[]): { stop(): Promise<void> } {
  const signal = createSignal()
  let stopping = false
  let seen = Number.NaN
  let nextDueMs = Number.POSITIVE_INFINITY

  const mayHaveDue = () => db.engine === 'postgres' || db.statements() !== seen || clock.now().getTime() >= nextDueMs

  async function look(): Promise<void> {
    while (!stopping) {
      await signal.wait(lookEveryMs[db.engine])
      if (stopping || loops.length === 0 || !mayHaveDue()) continue
      try {
        // Other statements may end between this one and its answer, so they are not counted as seen.
        seen = db.statements() + 1
        const first = await findFirst(db, loops)
        const nowMs = clock.now().getTime()
        for (const { index, dueAt } of first) if (dueAt.getTime() <= nowMs) loops[index]?.loop.wake()
        nextDueMs = Math.min(...first.map(({ dueAt }) => dueAt.getTime()).filter((dueMs) => dueMs > nowMs))
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
