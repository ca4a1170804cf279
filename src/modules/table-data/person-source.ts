import { type RawBuilder, sql } from 'kysely'
import { type Queryable, run, type Tables } from '../../engine/db/index.ts'
import { fromWireName } from '../../values/wire-names.ts'
import { type Assignments, allOf, assign, type Column, type Listed, listOf, type TableFacts } from './columns.ts'
import type { PersonQuery, PersonRecord, PersonSource, RowKey } from './model.ts'
import { findStepEnd, isBetween, keyOf, orderOf, readKey, type StepKey, writeKey } from './steps.ts'

interface Found<Table extends keyof Tables> extends Pick<PersonSource, 'name' | 'erase'> {
  /** The values of a record, in camelCase, after its id. */
  readonly show: readonly Listed<Table>[]
  /** Finds the rows by index; with `texts`, limits them further. Default: the account and the phone number of the row. */
  where?(query: PersonQuery): RawBuilder<unknown>
}

/** Rows that an index, or a short search, finds by number. */
export interface IndexedRows<Table extends keyof Tables> extends Found<Table>, Pick<PersonSource, 'countPending'> {
  /** The id of a record, if the table has no column `id`. Such rows are few for each number. */
  readonly id?: RawBuilder<unknown>
  /** Rows that may be erased. Default: rows that are not pending. */
  readonly erasable?: RawBuilder<unknown>
  /** Removes the person from rows that are kept. By default, rows are deleted. */
  readonly overwrite?: Assignments<Table> | ((query: PersonQuery) => Assignments<Table>)
}

/** Rows that no index finds by number: the table is read in steps. */
export interface ScannedRows<Table extends keyof Tables> extends Found<Table> {
  /** Columns that may hold the number. */
  readonly texts: readonly Column<Table>[]
  /** The primary key. Default: `id`. */
  readonly key?: readonly Column<Table>[]
  readonly swept?: NonNullable<PersonSource['swept']>['erase']
}

/** Filters an indexed column by account. For all accounts it lists them, so that the index is still used. */
export const isAccount = (column: string, accountId: number | null): RawBuilder<boolean> =>
  accountId === null
    ? sql<boolean>`${sql.ref(column)} = any(array(select id from accounts))`
    : sql<boolean>`${sql.ref(column)} = ${accountId}`

/** Rows of a table by the columns of an index. */
export const ofNumber =
  (alias = 't', phone = 'phone') =>
  ({ accountId, phone: number }: PersonQuery) =>
    sql`${isAccount(`${alias}.account_id`, accountId)} and ${sql.ref(`${alias}.${phone}`)} = ${number}`

/** Rows that belong to the installation, not to an account. */
export const ofInstallation = ({ accountId, phone }: PersonQuery): RawBuilder<unknown> =>
  sql`${accountId === null ? sql`true` : sql`false`} and t.phone = ${phone}`

/** Filters rows that are read one after the other anyway. */
export const isOwned = (account: RawBuilder<unknown>, accountId: number | null): RawBuilder<unknown> =>
  accountId === null ? sql`true` : sql`${account} = ${accountId}`

export function indexedSource<Table extends keyof Tables>(
  { table, joins = sql``, pending }: TableFacts<Table>,
  { name, show, where = ofNumber(), id, erasable, overwrite, ...own }: IndexedRows<Table>,
): PersonSource {
  const { list, names } = listOf(show, fromWireName)
  const rowId = id ?? sql`t.id`
  const from = sql`${sql.table(table)} t ${joins}`
  const select = async (db: Queryable, only: RawBuilder<unknown>, direction: 'asc' | 'desc', limit: number) => {
    const rows = await run.all<Values>(db)`
      select (${rowId})::text as id, ${list}
        from ${from}
       where ${only}
       order by ${rowId} ${sql.raw(direction)}
       limit ${limit}
    `
    return rows.map(toRecord)
  }
  const isErasable = erasable ?? (pending && sql`not (${pending})`)
  return {
    name,
    columns: ['id', ...names],
    list: (db, query, afterId, limit) =>
      select(db, allOf(where(query), afterId === null ? undefined : sql`${rowId} > ${afterId}`), 'asc', limit),
    newest: (db, query, limit) => select(db, where(query), 'desc', limit),
    async countPending(db, query) {
      if (pending === undefined) return 0
      return run.count(db)`
        select count(*) from ${from} where ${allOf(where(query), pending)}
      `
    },
    async erase(tx, query, limit) {
      const values = typeof overwrite === 'function' ? overwrite(query) : overwrite
      const only = allOf(where(query), isErasable)
      const erased = await run.all(tx)`
        ${values === undefined ? sql`delete from ${sql.table(table)} t` : sql`update ${sql.table(table)} t set ${assign(values)}`}
         where ${id === undefined ? sql`t.id in (select t.id from ${from} where ${only} limit ${limit})` : only}
        returning 1 as one
      `
      return erased.length
    },
    ...own,
  }
}

/** Matches the number where it is not part of a longer one, with its international prefix. */
export const wholeNumberPattern = (phone: string) => `(^|[^0-9])(00)?${phone}($|[^0-9])`

/** Rows read at once, and rows that `newest` looks at. */
const stepRows = 5_000
const newestRows = 20_000

export function scannedSource<Table extends keyof Tables>(
  { table, owner = sql`t.account_id` }: TableFacts<Table>,
  { name, show, where, texts, key: columns = ['id' as Column<Table>], swept, ...own }: ScannedRows<Table>,
): PersonSource {
  const { list, names } = listOf(show, fromWireName)
  const key: StepKey = { table, columns }
  const isHit = (query: PersonQuery) => {
    const { accountId, phone } = query
    // The second condition is slower and excludes longer numbers, which belong to other people.
    const holds = texts.map((column) => {
      const text = sql`${sql.ref(`t.${column}`)}::text`
      return sql`${text} like ${`%${phone}%`} and ${text} ~ ${wholeNumberPattern(phone)}`
    })
    return sql`${allOf(isOwned(owner, accountId), where?.(query))} and (${sql.join(holds, sql` or `)})`
  }
  const values = sql`${keyOf(key)} as "rowKey", ${list}`
  const toScanned = ({ rowKey, ...row }: ScannedValues) => toRecord({ ...row, id: writeKey(rowKey) })
  return {
    name,
    columns: ['id', ...names],
    async list(db, query, afterId, limit) {
      const found: PersonRecord[] = []
      let after = afterId === null ? null : readKey(afterId, key.columns.length)
      for (;;) {
        const until = await findStepEnd(db, key, after, stepRows)
        const rows = await run.all<ScannedValues>(db)`
          select ${values}
            from ${sql.table(table)} t
           where ${isBetween(key, after, until)}
             and ${isHit(query)}
           order by ${orderOf(key, 'asc')}
           limit ${limit - found.length}
        `
        found.push(...rows.map(toScanned))
        if (until === null || found.length >= limit) return found
        after = until
      }
    },
    async newest(db, query, limit) {
      const rows = await run.all<ScannedValues>(db)`
        select ${values}
          from (select * from ${sql.table(table)} t order by ${orderOf(key, 'desc')} limit ${newestRows}) t
         where ${isHit(query)}
         order by ${orderOf(key, 'desc')}
         limit ${limit}
      `
      return rows.map(toScanned)
    },
    ...own,
    ...(swept && { swept: { table, erase: swept } }),
  }
}

type Values = Readonly<Record<string, unknown>> & { readonly id: string }
type ScannedValues = Values & { readonly rowKey: RowKey }

/** Times as ISO 8601, and JSON as text. */
const toRecord = (row: Values): PersonRecord =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlain(value)])) as PersonRecord

function toPlain(value: unknown): PersonRecord[string] {
  if (value instanceof Date) return value.toISOString()
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as PersonRecord[string])
}
