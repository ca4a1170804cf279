import { type RawBuilder, sql } from 'kysely'
import { type Direction, offsetOf, type PageOf, type PageQuestion } from '../../values/page.ts'
import type { Columns } from './columns.ts'
import type { Queryable } from './database.ts'

export type Ordering = readonly [by: RawBuilder<unknown>, direction: Direction]

interface ListStatement<T> {
  readonly columns: Columns<T>
  /** A table and its where clause. */
  readonly from: RawBuilder<unknown>
  /** The last one must be unique, or pages would overlap. */
  readonly order: readonly Ordering[]
  /** Expression for the total, when it is known without counting. */
  readonly total?: RawBuilder<unknown>
}

/**
 * Selects one page of a list and the total. OFFSET scans all rows before the page, so pages in the second half are read
 * from the end. That statement counts again itself: with an older total it would return the wrong page after an insert.
 */
export async function selectPage<T>(db: Queryable, page: PageQuestion, list: ListStatement<T>): Promise<PageOf<T>> {
  const { columns, from, order, total = sql`(select count(*) from ${from})` } = list
  const { rows: counted } = await sql<{ total: number | null }>`select ${total} as total`.execute(db)
  const count = counted[0]?.total ?? 0
  const before = offsetOf(page)
  if (before >= count) return { items: [], total: count }
  const after = Math.max(count - before - page.limit, 0)
  const fromEnd = after < before
  const { rows } = await sql<T>`
    ${fromEnd ? sql`with rest as materialized (select coalesce(${total}, 0) - ${before}::bigint as count)` : sql``}
    select ${columns}
      from ${from}
     order by ${sql.join(order.map(([by, direction]) => sql`${by} ${sql.raw((direction === 'desc') === fromEnd ? 'asc' : 'desc')}`))}
     limit ${fromEnd ? sql`(select greatest(least(count, ${page.limit}), 0) from rest)` : page.limit}
    offset ${fromEnd ? sql`(select greatest(count - ${page.limit}, 0) from rest)` : before}
  `.execute(db)
  return { items: fromEnd ? rows.toReversed() : rows, total: Math.max(count, before + rows.length) }
}
