import { type RawBuilder, sql } from 'kysely'
import { type Direction, invalidParameter, offsetOf, type PageOf, type PageQuestion } from '../../values/page.ts'
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

/** How far a long list is counted. */
const countedByDefault = 5_000

const countAll = (from: RawBuilder<unknown>) => sql`(select count(*) from ${from})`

async function findTotal(db: Queryable, total: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ total: number | null }>`select ${total} as total`.execute(db)
  return rows[0]?.total ?? 0
}

/** Selects one page of a list and the total. */
export async function selectPage<T>(db: Queryable, page: PageQuestion, list: ListStatement<T>): Promise<PageOf<T>> {
  return selectCounted(db, page, list, await findTotal(db, list.total ?? countAll(list.from)))
}

/** Selects one page of a list that grows without end. Counts only its beginning, so that a page stays fast. */
export async function selectLongPage<T>(
  db: Queryable,
  page: PageQuestion,
  { countedMax = countedByDefault, ...list }: Omit<ListStatement<T>, 'total'> & { readonly countedMax?: number },
): Promise<PageOf<T>> {
  const { columns, from, order } = list
  const counted = await findTotal(db, countAll(sql`(select from ${from} limit ${countedMax + 1}) counted`))
  if (counted <= countedMax) return selectCounted(db, page, list, counted)
  const before = offsetOf(page)
  // One extra row shows whether there are more.
  const statement = sql<T>`
    select ${columns}
      from ${from}
     order by ${ordered(order, false)}
     limit ${page.limit + 1}
    offset ${before}
  `
  await refuseLarge(db, page.limit, statement)
  const { rows } = await statement.execute(db)
  if (rows.length === 0) return { items: [], total: await findTotal(db, countAll(from)) }
  const reached = before + rows.length
  if (rows.length <= page.limit) return { items: rows, total: reached }
  return { items: rows.slice(0, page.limit), total: Math.max(countedMax, reached), hasMore: true }
}

/**
 * OFFSET scans all rows before the page, so pages in the second half are read from the end. That statement counts again
 * itself: with an older total it would return the wrong page after an insert.
 */
async function selectCounted<T>(
  db: Queryable,
  page: PageQuestion,
  { columns, from, order, total = countAll(from) }: ListStatement<T>,
  count: number,
): Promise<PageOf<T>> {
  const before = offsetOf(page)
  if (before >= count) return { items: [], total: count }
  const after = Math.max(count - before - page.limit, 0)
  const fromEnd = after < before
  const statement = sql<T>`
    ${fromEnd ? sql`with rest as materialized (select coalesce(${total}, 0) - ${before}::bigint as count)` : sql``}
    select ${columns}
      from ${from}
     order by ${ordered(order, fromEnd)}
     limit ${fromEnd ? sql`(select greatest(least(count, ${page.limit}), 0) from rest)` : page.limit}
    offset ${fromEnd ? sql`(select greatest(count - ${page.limit}, 0) from rest)` : before}
  `
  await refuseLarge(db, Math.min(page.limit, count - before), statement)
  const { rows } = await statement.execute(db)
  return { items: fromEnd ? rows.toReversed() : rows, total: Math.max(count, before + rows.length) }
}

/** A page is in memory several times: as rows, as items and as JSON. */
const pageBytesMax = 2 ** 24
const rowsUnchecked = 100

/** Some lists have rows of a hundred kilobytes, of which a thousand would use up the memory of the process. */
async function refuseLarge(db: Queryable, rowsMax: number, statement: RawBuilder<unknown>): Promise<void> {
  if (rowsMax <= rowsUnchecked) return
  const { rows } = await sql<{ count: number; bytes: number | null }>`
    select count(*) as count, sum(octet_length(page::text)) as bytes from (${statement}) page
  `.execute(db)
  const { count = 0, bytes } = rows[0] ?? {}
  if (bytes == null || bytes <= pageBytesMax) return
  const fitting = Math.max(rowsUnchecked, Math.floor((count * pageBytesMax) / bytes))
  throw invalidParameter('limit', `at most ${fitting} for these items, because they are large`)
}

const ordered = (order: readonly Ordering[], isReversed: boolean) =>
  sql.join(
    order.map(([by, direction]) => sql`${by} ${sql.raw((direction === 'desc') === isReversed ? 'asc' : 'desc')}`),
  )
