import { type RawBuilder, sql } from 'kysely'
import { findFirstSince, type Queryable, type Tables } from '../../engine/db/index.ts'
import { BoundedMap } from '../../engine/flow/bounded-map.ts'
import { isLate } from './late.ts'
import type { Removal, RetentionRule } from './model.ts'

/** The rows of a table that a rule removes. */
export interface OldRows<Table extends keyof Tables> {
  readonly table: Table
  /** Finished rows that ended before a time. */
  readonly isOld: (before: Date) => RawBuilder<unknown>
  /** The column that names a row; `ctid` for a table without an id. */
  readonly key?: 'id' | 'ctid'
  /** The oldest rows first, by an index. */
  readonly order: RawBuilder<unknown>
  /**
   * For rows in the order of their ids: the time of their creation. It bounds the scan, because an index on the time
   * would slow down every insert.
   */
  readonly idsGrowWith?: keyof Tables[Table] & string
}

type Removes = Pick<RetentionRule, 'remove' | 'count'>

/** Accounts with the same limit share the result of a search. */
const cachedMax = 32

/** Searches the first id since a time, once for all accounts with the same limit. */
export function firstSince<Table extends keyof Tables>(
  db: Queryable,
  table: Table,
  column: keyof Tables[Table] & string,
): (time: Date) => Promise<number> {
  const known = new BoundedMap<number, number>(cachedMax)
  return async (time) => {
    const first = known.get(time.getTime()) ?? (await findFirstSince(db, table, column, time))
    known.set(time.getTime(), first)
    return first
  }
}

const ofAccount = (accountId: number | null) => (accountId === null ? sql`true` : sql`account_id = ${accountId}`)

/**
 * The condition is repeated for the locked row, because it may change after it was found: an event may be replayed, for
 * example.
 */
function removing<Table extends keyof Tables>(
  db: Queryable,
  { table, key = 'id', isOld, order, idsGrowWith }: OldRows<Table>,
  change: RawBuilder<unknown>,
): Removes {
  const first = idsGrowWith === undefined ? null : firstSince(db, table, idsGrowWith)
  const wanted = async ({ accountId, before }: Removal) =>
    sql`${ofAccount(accountId)} and ${first === null ? sql`true` : sql`id < ${await first(before)}`} and ${isOld(before)}`

  return {
    async remove(removal, limit) {
      const where = await wanted(removal)
      const { rows } = await sql`
        ${change}
         where ${sql.ref(key)} = any(array(select ${sql.ref(key)} from ${sql.table(table)} where ${where} order by ${order} limit ${limit}))
           and ${isOld(removal.before)}
        returning 1
      `.execute(db)
      return rows.length
    },
    async count(removal, max) {
      const { rows } = await sql<{ count: number }>`
        select count(*) as count from (select from ${sql.table(table)} where ${await wanted(removal)} limit ${max}) old
      `.execute(db)
      return rows[0]?.count ?? 0
    },
  }
}

/** `archivedAs` is the name of the archive's source, whose late rows are kept. */
export function deleting<Table extends keyof Tables>(
  db: Queryable,
  { archivedAs, ...rows }: OldRows<Table> & { readonly archivedAs?: string },
): Removes {
  const { table, isOld } = rows
  const isRemovable = (before: Date) =>
    archivedAs === undefined ? isOld(before) : sql`${isOld(before)} and not ${isLate(archivedAs, `${table}.id`)}`
  return removing(db, { ...rows, isOld: isRemovable }, sql`delete from ${sql.table(table)}`)
}

/** `change` is the set clause; `isOld` must exclude rows that are already redacted. */
export const redacting = <Table extends keyof Tables>(
  db: Queryable,
  rows: OldRows<Table>,
  change: RawBuilder<unknown>,
): Removes => removing(db, rows, sql`update ${sql.table(rows.table)} set ${change}`)
