import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../db/index.ts'

/** Due rows of a table. */
export interface WaitingWork {
  readonly work: string
  /** Counted up to `countedMax`. */
  readonly due: number
  readonly inHand: number
  readonly oldestDueAt: Date | null
}

const countedMax = 10_000

/** Counts due rows of work tables, each of which has an index on due_at. `only` filters the rows of some tables. */
export async function listWaitingWork(
  db: Queryable,
  tables: readonly string[],
  now: Date,
  only: Readonly<Record<string, RawBuilder<unknown>>>,
): Promise<WaitingWork[]> {
  const { rows } = await sql<WaitingWork>`${sql.join(
    tables.map(
      (table) => sql`
        select ${table}::text as work, count(*) as due, count(*) filter (where lease_until > clock_timestamp()) as "inHand", min(due_at) as "oldestDueAt"
          from (select due_at, lease_until from ${sql.table(table)} where due_at <= ${now} and ${only[table] ?? sql`true`} order by due_at limit ${countedMax}) w`,
    ),
    sql` union all `,
  )}`.execute(db)
  return rows
}
