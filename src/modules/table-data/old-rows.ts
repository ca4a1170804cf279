import { type RawBuilder, sql } from 'kysely'
import {
  findFirstSince,
  isReferenceError,
  type Queryable,
  retryConflicts,
  run,
  type Tables,
} from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import { type Assignments, allOf, assign, type Column, type TableFacts } from './columns.ts'
import type { Removal, RetentionRule } from './model.ts'

/** The rows of a table that a rule removes. */
export interface OldRows<Table extends keyof Tables> extends Omit<RetentionRule, 'remove' | 'count' | 'tidy'> {
  /** The time when rows begin to age. Default: the time of their creation. */
  readonly since?: Column<Table>
  /** Limits the rows further. Must exclude rows that are already overwritten. */
  readonly where?: RawBuilder<unknown> | ((removal: Removal) => RawBuilder<unknown>)
  /** For a table without an id. */
  readonly key?: 'ctid'
  /** The oldest rows first, by an index. Default: by `since`. */
  readonly order?: RawBuilder<unknown>
  /** Rows that belong to the rows by this column, and are deleted before them. */
  readonly first?: { readonly table: keyof Tables; readonly by: string }
  /** Removes texts from rows that are kept. By default, rows are deleted. */
  readonly overwrite?: Assignments<Table>
}

/** Accounts with the same limit share the result of a search. */
const cachedMax = 32

/** Searches the first id since a time, once for all accounts with the same limit. */
export function firstSince<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  column: Column<Table>,
): (time: Date) => Promise<number> {
  const known = new BoundedMap<number, number>(cachedMax)
  return async (time) => {
    const first = known.get(time.getTime()) ?? (await findFirstSince(db, table, column, time))
    known.set(time.getTime(), first)
    return first
  }
}

/**
 * Whether a row was not final when its day was archived, and is not archived yet. It is kept, because it may have ended
 * after the archive looked at it. Without an archive, no row waits for it.
 */
export const isLate = (source: string, id: string): RawBuilder<unknown> => sql`
  exists (
    select from archive_late l
     where l.source = ${sql.lit(source)}
       and l.id = ${sql.ref(id)}
       and exists (select from archive_state s where s.is_used)
  )
`

/**
 * The condition is repeated for the locked row, because it may change after it was found: an event may be replayed, for
 * example. `archivedAs` is the name of the archive, which keeps its late rows.
 */
export function ruleOf<Table extends keyof Tables>(
  db: Queryable,
  { table, at, idsGrow, final }: TableFacts<Table>,
  { since, where, key, order, first: parts, overwrite, ...rule }: OldRows<Table>,
  archivedAs?: string,
): RetentionRule {
  const rows = sql`${sql.table(table)} t`
  const time = sql.ref(`t.${since ?? at}`)
  const id = sql.ref(`t.${key ?? 'id'}`)
  const first = idsGrow && at !== undefined ? firstSince(db, table, at) : null
  const change = overwrite === undefined ? sql`delete from ${rows}` : sql`update ${rows} set ${assign(overwrite)}`
  const isFree =
    overwrite === undefined && archivedAs !== undefined ? sql`not ${isLate(archivedAs, 't.id')}` : undefined
  const isOld = (removal: Removal) =>
    allOf(sql`${time} < ${removal.before}`, final, typeof where === 'function' ? where(removal) : where, isFree)
  const wanted = async (removal: Removal) =>
    allOf(
      removal.accountId === null ? undefined : sql`t.account_id = ${removal.accountId}`,
      first === null ? undefined : sql`t.id < ${await first(removal.before)}`,
      isOld(removal),
    )
  const select = async (removal: Removal, limit: number) =>
    sql<{ id: unknown }>`
      select ${id} as id from ${rows} where ${await wanted(removal)} order by ${order ?? (idsGrow ? sql`t.id` : time)} limit ${limit}
    `

  return {
    ...rule,
    async remove(removal, limit) {
      const old = await select(removal, limit)
      if (parts === undefined) return removeRows(db, change, id, old, isOld(removal))
      const { rows: found } = await old.execute(db)
      const ids = sql`select unnest(${found.map((row) => row.id)}::bigint[])`
      const partsRows = sql`${sql.table(parts.table)} p`
      const ofRow = sql.ref(`p.${parts.by}`)
      const removed = await removeRows(
        db,
        sql`delete from ${partsRows}`,
        sql.ref('p.ctid'),
        sql`select p.ctid from ${partsRows} where ${ofRow} = any(array(${ids})) limit ${limit}`,
        sql`true`,
      )
      if (removed === limit) return removed
      // A part that was changed at the same time is left, and with it its row.
      const isEmpty = sql`not exists (select from ${partsRows} where ${ofRow} = t.id)`
      return removed + (await removeRows(db, change, id, ids, allOf(isOld(removal), isEmpty)))
    },
    async count(removal, max) {
      const isWanted = await wanted(removal)
      const withParts =
        parts === undefined
          ? sql``
          : sql`union all select from ${rows} join ${sql.table(parts.table)} p on ${sql.ref(`p.${parts.by}`)} = t.id where ${isWanted}`
      return run.count(db)`
        select count(*) as count from (select from ${rows} where ${isWanted} ${withParts} limit ${max}) old
      `
    },
  }
}

const removeTriesMax = 3

/**
 * A row that refers to a removed one may be committed during the statement, such as a message in an old conversation.
 * The statement then fails; the next one sees that row.
 */
async function removeRows(
  db: Queryable,
  change: RawBuilder<unknown>,
  id: RawBuilder<unknown>,
  old: RawBuilder<unknown>,
  isOld: RawBuilder<unknown>,
): Promise<number> {
  const statement = sql`${change} where ${id} = any(array(${old})) and ${isOld} returning 1`
  const { rows } = await retryConflicts(removeTriesMax, () => statement.execute(db), isReferenceError)
  return rows.length
}
