import { type RawBuilder, sql } from 'kysely'
import type { Columns, Queryable } from '../../engine/db/index.ts'
import type { PersonQuestion, PersonRecord, PersonSource } from './model.ts'
import { wholeNumberPattern } from './rules.ts'
import { findStepEnd, isBetween, keyOf, orderOf, readKey, type StepKey, writeKey } from './steps.ts'

/** Any list of columns. */
type Listed = RawBuilder<unknown> & Pick<Columns<unknown>, 'names'>

type Lists = Required<Pick<PersonSource, 'name' | 'columns' | 'list' | 'newest'>>

/** Filters an indexed column by account. For all accounts it lists them, so that the index is still used. */
export const isAccount = (column: string, accountId: number | null): RawBuilder<boolean> =>
  accountId === null
    ? sql<boolean>`${sql.ref(column)} = any(array(select id from accounts))`
    : sql<boolean>`${sql.ref(column)} = ${accountId}`

/** Filters rows that are read one after the other anyway. */
const isOwned = (column: RawBuilder<unknown>, accountId: number | null) =>
  accountId === null ? sql`true` : sql`${column} = ${accountId}`

interface TableSource {
  readonly name: string
  readonly columns: Listed
  /** Tables and joins. */
  readonly from: RawBuilder<unknown>
  readonly id: RawBuilder<unknown>
  readonly idType: 'bigint' | 'uuid' | 'text'
  where(question: PersonQuestion): RawBuilder<unknown>
}

/** Records of a table that an index, or a short search, finds by number. */
export function tableSource({ name, columns, from, id, idType, where }: TableSource): Lists {
  const select = async (db: Queryable, only: RawBuilder<unknown>, direction: 'asc' | 'desc', limit: number) => {
    const { rows } = await sql<Values>`
      select (${id})::text as id, ${columns}
        from ${from}
       where ${only}
       order by ${id} ${sql.raw(direction)}
       limit ${limit}
    `.execute(db)
    return rows.map(toRecord)
  }
  return {
    name,
    columns: ['id', ...columns.names],
    list: (db, question, afterId, limit) => {
      const isAfter = afterId === null ? sql`true` : sql`${id} > ${afterId}::${sql.raw(idType)}`
      return select(db, sql`${where(question)} and ${isAfter}`, 'asc', limit)
    },
    newest: (db, question, limit) => select(db, where(question), 'desc', limit),
  }
}

interface ErasableSource extends TableSource {
  /** The table of the erased rows. Its primary key is `id`. */
  readonly table: string
  /** Rows that can't be erased yet. */
  readonly isPending?: RawBuilder<unknown>
  /** Assignments that remove the person from a row that is kept. By default, rows are deleted. */
  readonly overwrite?: RawBuilder<unknown>
}

/** The same, with the erasure of finished rows. */
export function erasableSource({ table, isPending, overwrite, ...source }: ErasableSource): PersonSource {
  const { from, id, where } = source
  const isFinished = isPending === undefined ? sql`true` : sql`not (${isPending})`
  const change =
    overwrite === undefined
      ? sql`delete from ${sql.table(table)} e`
      : sql`update ${sql.table(table)} e set ${overwrite}`
  return {
    ...tableSource(source),
    async countPending(db, question) {
      if (isPending === undefined) return 0
      const { rows } = await sql<{ count: number }>`
        select count(*) from ${from} where ${where(question)} and ${isPending}
      `.execute(db)
      return rows[0]?.count ?? 0
    },
    async erase(tx, question, limit) {
      const { rows } = await sql`
        ${change}
         where e.id in (select ${id} from ${from} where ${where(question)} and ${isFinished} limit ${limit})
        returning 1 as one
      `.execute(tx)
      return rows.length
    },
  }
}

/** Rows read at once, and rows that `newest` looks at. */
const stepRows = 5_000
const newestRows = 20_000

interface ScannedSource {
  readonly name: string
  /** Over the alias `t`. */
  readonly columns: Listed
  readonly key: StepKey
  /** The account of a row, such as `t.account_id`. */
  readonly account: RawBuilder<unknown>
  /** Expressions for the texts that may hold the number. */
  readonly texts: readonly RawBuilder<unknown>[]
  /** Limits the rows further. */
  where?(question: PersonQuestion): RawBuilder<unknown>
}

/** Records that no index finds by number: the table is read in steps. */
export function scannedSource({ name, columns, key, account, texts, where }: ScannedSource): Lists {
  const isHit = (question: PersonQuestion) => {
    const { accountId, phone } = question
    // The second condition is slower and excludes longer numbers, which belong to other people.
    const holds = texts.map((text) => sql`${text} like ${`%${phone}%`} and ${text} ~ ${wholeNumberPattern(phone)}`)
    return sql`${isOwned(account, accountId)} and ${where?.(question) ?? sql`true`} and (${sql.join(holds, sql` or `)})`
  }
  const values = sql`${keyOf(key)} as "rowKey", ${columns}`
  const toScanned = ({ rowKey, ...row }: Values & { rowKey: readonly string[] }) =>
    toRecord({ ...row, id: writeKey(rowKey) })
  return {
    name,
    columns: ['id', ...columns.names],
    async list(db, question, afterId, limit) {
      const found: PersonRecord[] = []
      let after = afterId === null ? null : readKey(afterId, key.columns.length)
      for (;;) {
        const until = await findStepEnd(db, key, after, stepRows)
        const { rows } = await sql<Values & { rowKey: readonly string[] }>`
          select ${values}
            from ${sql.table(key.table)} t
           where ${isBetween(key, after, until)}
             and ${isHit(question)}
           order by ${orderOf(key, 'asc')}
           limit ${limit - found.length}
        `.execute(db)
        found.push(...rows.map(toScanned))
        if (until === null || found.length >= limit) return found
        after = until
      }
    },
    async newest(db, question, limit) {
      const { rows } = await sql<Values & { rowKey: readonly string[] }>`
        select ${values}
          from (select * from ${sql.table(key.table)} t order by ${orderOf(key, 'desc')} limit ${newestRows}) t
         where ${isHit(question)}
         order by ${orderOf(key, 'desc')}
         limit ${limit}
      `.execute(db)
      return rows.map(toScanned)
    },
  }
}

type Values = Readonly<Record<string, unknown>> & { readonly id: string }

/** Times as ISO 8601, and JSON as text. */
const toRecord = (row: Values): PersonRecord =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toPlain(value)])) as PersonRecord

function toPlain(value: unknown): PersonRecord[string] {
  if (value instanceof Date) return value.toISOString()
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? JSON.stringify(value) : (value as PersonRecord[string])
}
