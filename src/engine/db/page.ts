import { type RawBuilder, sql } from 'kysely'
import { type Direction, offsetOf, type PageOf, type PageQuestion } from '../../values/page.ts'
import type { Queryable } from './database.ts'

export type Ordering = readonly [by: RawBuilder<unknown>, direction: Direction]

interface ListStatement {
  readonly columns: RawBuilder<unknown>
  /** A table, and which of its rows. */
  readonly from: RawBuilder<unknown>
  /** The last of them tells any two rows apart, or pages would overlap. */
  readonly order: readonly Ordering[]
  /** How many there are in all, where that is known without counting. */
  readonly total?: number
}

/**
 * The SQL of every list: the rows of one page, and how many there are in all. The database walks over all rows before a page, so pages of the second
 * half are read from the end: the last is as quick as the first.
 */
export async function selectPage<T>(db: Queryable, page: PageQuestion, { columns, from, order, total: known }: ListStatement): Promise<PageOf<T>> {
  const total = known ?? (await count(db, from))
  const before = offsetOf(page)
  const size = Math.min(page.limit, total - before)
  if (size <= 0) return { items: [], total }
  const after = total - before - size
  const fromEnd = after < before
  const { rows } = await sql<T>`
    select ${columns}
      from ${from}
     order by ${sql.join(order.map(([by, direction]) => sql`${by} ${sql.raw((direction === 'desc') === fromEnd ? 'asc' : 'desc')}`))}
     limit ${fromEnd ? size : page.limit}
    offset ${fromEnd ? after : before}
  `.execute(db)
  if (fromEnd) return { items: rows.toReversed(), total }
  // One more may have come since they were counted. It takes nobody's place where there is still room on the page.
  return { items: rows, total: Math.max(total, before + rows.length) }
}

async function count(db: Queryable, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from}`.execute(db)
  return rows[0]?.count ?? 0
}
