import { sql } from 'kysely'
import type { Queryable } from './database.ts'
import { run } from './run.ts'
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
  type Bounds = Record<'first' | 'last', number | null>
  const bounds = await run.first<Bounds>(db)`select min(id) as first, max(id) as last from ${sql.table(table)}`
  const since = new Date(time.getTime() - disorderMs)
  let low = bounds?.first ?? 1
  let high = (bounds?.last ?? 0) + 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const found = await run.first<{ isLate: boolean }>(db)`
      select ${sql.ref(column)} >= ${since} as "isLate" from ${sql.table(table)} where id >= ${middle} order by id limit 1
    `
    if (found?.isLate ?? true) high = middle
    else low = middle + 1
  }
  return low
}
