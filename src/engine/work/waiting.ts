import { type RawBuilder, sql } from 'kysely'
import { type Queryable, run } from '../db/index.ts'

/** Due rows of a table. */
export interface WaitingWork {
  readonly work: string
  /** Counted up to `countedMax`. */
  readonly due: number
  readonly inHand: number
  readonly oldestDueAt: Date | null
}

const countedMax = 10_000

/** Selects `due_at` and `lease_until` of at most `limit` due rows. Must not read many others. */
export type DueRows = (now: Date, limit: number) => RawBuilder<unknown>

/** The oldest due rows of a table with an index on due_at. */
export const dueRows =
  (table: string, only: RawBuilder<unknown> = sql`true`): DueRows =>
  (now, limit) =>
    sql`select due_at, lease_until from ${sql.table(table)} where due_at <= ${now} and ${only} order by due_at limit ${limit}`

/** Counts due rows of work tables. `special` has the rows of tables of which not all due rows wait. */
export function listWaitingWork<Table extends string>(
  db: Queryable,
  tables: readonly Table[],
  now: Date,
  special: Readonly<Partial<Record<Table, DueRows>>>,
): Promise<WaitingWork[]> {
  return run.all<WaitingWork>(db)`${sql.join(
    tables.map(
      (table) => sql`
        select ${table}::text as work, count(*) as due, count(*) filter (where lease_until > clock_timestamp()) as "inHand", min(due_at) as "oldestDueAt"
          from (${(special[table] ?? dueRows(table))(now, countedMax)}) w`,
    ),
    sql` union all `,
  )}`
}
