import { type RawBuilder, sql } from 'kysely'
import { type Direction, offsetOf, type PageOf, type PageQuestion } from '../../values/page.ts'
import type { Columns } from './columns.ts'
import type { Queryable } from './database.ts'

export type Ordering = readonly [by: RawBuilder<unknown>, direction: Direction]

interface ListStatement<T> {
  readonly columns: Columns<T>
  /** A table, and which of its rows. */
  readonly from: RawBuilder<unknown>
  /** The last of them tells any two rows apart, or pages would overlap. */
  readonly order: readonly Ordering[]
  /** How many there are in all, as an expression, where that is known without counting. */
  readonly total?: RawBuilder<unknown>
}

/**
 * The SQL of every list: the rows of one page, and how many there are in all. The database walks over all rows before a
 * page, so pages of the second half are read from the end: the last is as quick as the first. Where the end is, the
 * statement that reads from there finds out itself: it would be another page when something was added since they were
 * counted.
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
