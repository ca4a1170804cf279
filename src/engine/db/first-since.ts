import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import type { Tables } from './tables.ts'

/** Ids of several processes are ordered only to about this time. */
const disorderMs = 60_000

/**
 * Approximately the first id of a table since a time. Ids grow with time, so a binary search avoids a scan of the table
 * and an index on the time. The result is on the early side. Compare the time as well: the clock of staging can be moved.
 */
export async function findFirstSince<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  column: keyof Tables[Table] & string,
  time: Date,
): Promise<number> {
  const { rows } = await sql<{
    first: number | null
    last: number | null
  }>`select min(id) as first, max(id) as last from ${sql.table(table)}`.execute(db)
  const since = new Date(time.getTime() - disorderMs)
  let low = rows[0]?.first ?? 1
  let high = (rows[0]?.last ?? 0) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const { rows: found } = await sql<{ isLate: boolean }>`
      select ${sql.ref(column)} >= ${since} as "isLate" from ${sql.table(table)} where id >= ${middle} order by id limit 1
    `.execute(db)
    if (found[0]?.isLate ?? true) high = middle
    else low = middle + 1
  }
  return low
}
