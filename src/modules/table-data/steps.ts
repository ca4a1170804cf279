import { type RawBuilder, sql } from 'kysely'
import { type Queryable, run } from '../../engine/db/index.ts'
import type { RowKey } from './model.ts'

/** The columns by which a large table is read in steps: an index has them in this order. */
export interface StepKey {
  readonly table: string
  readonly columns: readonly string[]
}

const tupleOf = ({ columns }: StepKey) => sql`(${sql.join(columns.map((name) => sql.ref(`t.${name}`)))})`

const valuesOf = ({ columns }: StepKey, key: RowKey) =>
  sql`(${sql.join(columns.map((_, place) => key[place] ?? null))})`

/** The key of a row of `t` as a list of texts. */
export const keyOf = ({ columns }: StepKey): RawBuilder<RowKey> =>
  sql<RowKey>`array[${sql.join(columns.map((name) => sql`${sql.ref(`t.${name}`)}::text`))}]`

export const orderOf = ({ columns }: StepKey, direction: 'asc' | 'desc') =>
  sql.join(columns.map((name) => sql`${sql.ref(`t.${name}`)} ${sql.raw(direction)}`))

/** Rows of `t` after one key, up to another. Null means the beginning or the end of the table. */
export function isBetween(key: StepKey, after: RowKey | null, until: RowKey | null): RawBuilder<boolean> {
  const isAfter = after === null ? sql`true` : sql`${tupleOf(key)} > ${valuesOf(key, after)}`
  const isUntil = until === null ? sql`true` : sql`${tupleOf(key)} <= ${valuesOf(key, until)}`
  return sql<boolean>`${isAfter} and ${isUntil}`
}

export const isKey = (key: StepKey, one: RowKey): RawBuilder<boolean> =>
  sql<boolean>`${tupleOf(key)} = ${valuesOf(key, one)}`

/** The last key of the next rows; null when the table has no more than that. */
export async function findStepEnd(
  db: Queryable,
  key: StepKey,
  after: RowKey | null,
  rowsMax: number,
): Promise<RowKey | null> {
  const last = await run.first<{ key: RowKey }>(db)`
    select ${keyOf(key)} as key
      from ${sql.table(key.table)} t
     where ${isBetween(key, after, null)}
     order by ${orderOf(key, 'asc')}
     limit 1
    offset ${rowsMax - 1}
  `
  return last?.key ?? null
}

/** A key as the id of a record: the value itself, or a JSON list of several. */
export const writeKey = (key: RowKey): string => (key.length === 1 ? (key[0] ?? '') : JSON.stringify(key))

export const readKey = (text: string, columns: number): RowKey => (columns === 1 ? [text] : JSON.parse(text))
