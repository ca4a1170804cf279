import { type RawBuilder, sql } from 'kysely'
import { type Direction, invalidParameter, offsetOf, type PageOf, type PageRequest } from '../../values/page.ts'
import { badCursor, type Place, type SortKey, writeCursor } from '../../values/place.ts'
import type { Columns } from './columns.ts'
import type { Queryable } from './database.ts'
import { isValuesError } from './errors.ts'
import { run } from './run.ts'

/** A sort key of a list. Only the beginning of a long text is compared, because it becomes part of the cursor. */
export type Ordering = readonly [by: RawBuilder<unknown>, direction: Direction, trait?: 'nullable' | 'long']

interface ListStatement<T> {
  readonly columns: Columns<T>
  /** A table and its where clause, which another condition can follow. */
  readonly from: RawBuilder<unknown>
  /** The last one must be unique, or pages would overlap. */
  readonly order: readonly Ordering[]
  /** Expression for the total, when it is known without counting. */
  readonly total?: RawBuilder<unknown>
}

/** How far a long list is counted. */
const countedByDefault = 5_000

const countAll = (from: RawBuilder<unknown>) => sql`(select count(*) from ${from})`

const findTotal = (db: Queryable, total: RawBuilder<unknown>) => run.count(db)`select ${total} as count`

/** Selects one page of a list, by its number or after a place, and the total. */
export async function selectPage<T>(
  db: Queryable,
  page: PageRequest | Place,
  list: ListStatement<T>,
): Promise<PageOf<T>> {
  const total = await findTotal(db, list.total ?? countAll(list.from))
  return 'page' in page ? selectCounted(db, page, list, total) : { ...(await selectAfter(db, page, list)), total }
}

/** Selects one page of a list that grows without end. Counts only its beginning, so that a page stays fast. */
export async function selectLongPage<T>(
  db: Queryable,
  place: Place,
  { countedMax = countedByDefault, ...list }: Omit<ListStatement<T>, 'total'> & { readonly countedMax?: number },
): Promise<PageOf<T>> {
  const total = await findTotal(db, countAll(sql`(select from ${list.from} limit ${countedMax + 1}) counted`))
  return { ...(await selectAfter(db, place, list)), total, hasMore: total > countedMax }
}

const longMax = 100

/** Rows that are added or removed in the meantime neither repeat nor hide others. */
async function selectAfter<T>(
  db: Queryable,
  place: Place,
  { columns, from, order }: ListStatement<T>,
): Promise<Pick<PageOf<T>, 'items' | 'next'>> {
  const { after, limit } = place
  const keys = order.map(([by, ...rest]): Ordering => [rest[1] === 'long' ? sql`left(${by}, ${longMax})` : by, ...rest])
  // One extra row shows whether there are more.
  const statement = sql<T & { readonly sortKey: SortKey }>`
    select ${columns}, ${sortKeyOf(keys)} as "sortKey"
      from ${from}
       and ${isAfterPlace(keys, place)}
     order by ${ordered(keys, false)}
     limit ${limit + 1}
  `
  try {
    await refuseLarge(db, limit, statement)
    const { rows } = await statement.execute(db)
    const last = rows.length > limit ? rows[limit - 1] : undefined
    const items = rows.slice(0, limit).map(({ sortKey: _, ...item }) => item as T)
    return { items, next: last === undefined ? null : writeCursor(place, last.sortKey) }
  } catch (error) {
    // A value of a forged cursor has another type.
    throw after !== null && isValuesError(error) ? badCursor() : error
  }
}

/** The sort key of a row, for its cursor. Text keeps the microseconds of times. */
export const sortKeyOf = (order: readonly Ordering[]) =>
  sql<SortKey>`json_build_array(${sql.join(order.map(([by]) => sql`(${by})::text`))})`

/** The condition of the rows after a place. */
export function isAfterPlace(order: readonly Ordering[], { after }: Pick<Place, 'after'>): RawBuilder<unknown> {
  if (after !== null && after.length !== order.length) throw badCursor()
  return after === null ? sql`true` : isAfter(order, after)
}

/** The rows after a key. An index serves the comparison of rows, which needs one direction and no null. */
function isAfter(order: readonly Ordering[], key: SortKey): RawBuilder<unknown> {
  const [first, value] = [order[0], key[0]]
  if (first === undefined) return sql`true`
  const [by, direction, trait] = first
  const sign = sql.raw(direction === 'asc' ? '>' : '<')
  if (order.every((one) => one[1] === direction && one[2] !== 'nullable'))
    return sql`(${sql.join(order.map(([each]) => each))}) ${sign} (${sql.join(key)})`
  const rest = order.length > 1 ? isAfter(order.slice(1), key.slice(1)) : sql`false`
  // In ascending order, nulls are last.
  if (value === null)
    return direction === 'asc' ? sql`(${by} is null and ${rest})` : sql`(${by} is not null or ${rest})`
  if (trait === 'nullable' && direction === 'asc')
    return sql`(${by} > ${value} or ${by} is null or (${by} = ${value} and ${rest}))`
  return sql`(${by} ${sign}= ${value} and (${by} ${sign} ${value} or ${rest}))`
}

/**
 * OFFSET scans all rows before the page, so pages in the second half are read from the end. That statement counts again
 * itself: with an older total it would return the wrong page after an insert.
 */
async function selectCounted<T>(
  db: Queryable,
  page: PageRequest,
  { columns, from, order, total = countAll(from) }: ListStatement<T>,
  count: number,
): Promise<PageOf<T>> {
  const before = offsetOf(page)
  if (before >= count) return { items: [], total: count, next: null }
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
  return { items: fromEnd ? rows.toReversed() : rows, total: Math.max(count, before + rows.length), next: null }
}

/** A page is in memory several times: as rows, as items and as JSON. */
const pageBytesMax = 2 ** 24
const rowsUnchecked = 100

/** Some lists have rows of a hundred kilobytes, of which a thousand would use up the memory of the process. */
async function refuseLarge(db: Queryable, rowsMax: number, statement: RawBuilder<unknown>): Promise<void> {
  if (rowsMax <= rowsUnchecked) return
  const found = await run.first<{ count: number; bytes: number | null }>(db)`
    select count(*) as count, sum(octet_length(page::text)) as bytes from (${statement}) page
  `
  const { count = 0, bytes } = found ?? {}
  if (bytes == null || bytes <= pageBytesMax) return
  const fitting = Math.max(rowsUnchecked, Math.floor((count * pageBytesMax) / bytes))
  throw invalidParameter('limit', `at most ${fitting} for these items, because they are large`)
}

function ordered(order: readonly Ordering[], isReversed: boolean) {
  const directionOf = (direction: Direction) => sql.raw((direction === 'desc') === isReversed ? 'asc' : 'desc')
  return sql.join(order.map(([by, direction]) => sql`${by} ${directionOf(direction)}`))
}
