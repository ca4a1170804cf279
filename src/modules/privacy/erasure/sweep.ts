import { randomBytes } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { run, type Tx } from '../../../engine/db/index.ts'
import {
  erasedPhone,
  findStepEnd,
  isBetween,
  isKey,
  keyOf,
  type PersonQuery,
  type PersonSource,
  type RowKey,
} from '../../table-data/index.ts'
import { replacePhone, replacePhoneInJson } from './rules.ts'
import { isOf, type SearchedColumn, type SearchedTable, textOf } from './searched.ts'

/** Rows that one transaction reads. */
const stepRows = 5_000

interface Hit {
  readonly key: RowKey
  /** The searched columns in their order: texts, JSON as text, and lists. */
  readonly values: readonly (string | readonly string[] | null)[]
}

/**
 * Searches the next rows of a table for the number and overwrites it. Pending rows are left alone. `after` is null at the
 * end of the table.
 */
export async function sweepStep(
  tx: Tx,
  table: SearchedTable,
  query: PersonQuery,
  after: RowKey | null,
  source: PersonSource['swept'],
) {
  const until = await findStepEnd(tx, table.key, after, stepRows)
  const hits = (await listHits(tx, table, query, after, until))
    .map((hit) => ({ ...hit, changes: changesOf(table, hit, query.phone) }))
    .filter(({ changes }) => changes.length > 0)
  const keys = hits.map(({ key }) => key)
  if (keys.length > 0) await source?.erase(tx, keys, query.phone)
  for (const { key, changes } of hits) await overwrite(tx, table, key, changes)
  return { after: until, changed: hits.length }
}

async function listHits(
  tx: Tx,
  table: SearchedTable,
  { accountId, phone }: PersonQuery,
  after: RowKey | null,
  until: RowKey | null,
): Promise<Hit[]> {
  const { name, key, columns, pending } = table
  const isHit = sql.join(
    columns.map((column) => sql`${textOf(column)} like ${`%${phone}%`}`),
    sql` or `,
  )
  const selected = columns.map((column, place) => {
    const value = column.kind === 'list' ? sql.ref(`t.${column.name}`) : textOf(column)
    return sql`, ${value} as ${sql.id(`v${place}`)}`
  })
  const rows = await run.all<Readonly<Record<string, Hit['values'][number]>> & { readonly key: RowKey }>(tx)`
    select ${keyOf(key)} as key ${sql.join(selected, sql``)}
      from ${sql.table(name)} t
     where ${isBetween(key, after, until)}
       and ${isOf(table, accountId)}
       and (${isHit})
       and not (${pending?.is ?? sql`false`})
       for update of t
  `
  return rows.map((row) => ({ key: row.key, values: columns.map((_, place) => row[`v${place}`] ?? null) }))
}

interface Change {
  readonly column: SearchedColumn
  readonly before: string | readonly string[]
  readonly value: string | readonly string[]
}

/** Empty when the number is only part of longer ones. */
function changesOf({ columns }: SearchedTable, { values }: Hit, phone: string): Change[] {
  return columns.flatMap((column, place) => {
    const before = values[place] ?? null
    if (before === null) return []
    const value = replacedIn(column, before, phone)
    return JSON.stringify(value) === JSON.stringify(before) ? [] : [{ column, before, value }]
  })
}

/** Where two rows may not have the same value, each gets a word of its own. */
function replacedIn({ kind, isUnique }: SearchedColumn, value: string | readonly string[], phone: string) {
  if (typeof value !== 'string') return value.map((text) => replacePhone(text, phone))
  if (kind === 'json') return replacePhoneInJson(value, phone)
  return replacePhone(value, phone, isUnique ? `${erasedPhone}-${randomBytes(6).toString('hex')}` : erasedPhone)
}

async function overwrite(tx: Tx, { name, key }: SearchedTable, one: RowKey, changes: readonly Change[]): Promise<void> {
  const set: RawBuilder<unknown>[] = changes.map(
    ({ column, value }) => sql`${sql.id(column.name)} = ${value}::${sql.raw(column.type)}`,
  )
  // Not every key is unique.
  const isSame = changes.map(({ column, before }) =>
    column.kind === 'text' ? sql`and ${sql.ref(`t.${column.name}`)} = ${before}` : sql``,
  )
  await sql`
    update ${sql.table(name)} t
       set ${sql.join(set)}
     where ${isKey(key, one)}
       ${sql.join(isSame, sql` `)}
  `.execute(tx)
}
