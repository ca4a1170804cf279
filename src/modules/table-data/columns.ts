import { type RawBuilder, sql } from 'kysely'
import type { Columns, RowOf, Tables } from '../../engine/db/index.ts'

export type Column<Table extends keyof Tables> = keyof Tables[Table] & string

type Expressions = RawBuilder<unknown> & Pick<Columns<unknown>, 'names'>

/** Columns and conditions that describe the rows of a table. Expressions use the alias `t`, and the aliases of `joins`. */
export interface TableFacts<Table extends keyof Tables> {
  readonly table: Table
  /** The time when a row was created. The archive needs an index on it. */
  readonly at?: Column<Table>
  /** Ids are in the order of `at`, which bounds the search for old rows: an index on the time would slow down inserts. */
  readonly idsGrow?: true
  /** Other tables of the person's and of the archived columns. */
  readonly joins?: RawBuilder<unknown>
  /** Rows that can't be erased yet. */
  readonly pending?: RawBuilder<unknown>
  /** Rows that can no longer change, so they may be archived and removed. Others never are. */
  readonly final?: RawBuilder<unknown>
  /** The account of a row in a table without `account_id`. Other such tables belong to no account. */
  readonly owner?: RawBuilder<unknown>
}

/** A column of the table `t`, or columns of joined tables and expressions. */
export type Listed<Table extends keyof Tables> = Column<Table> | Expressions

/** The names of listed columns. */
export type NamesOf<List extends readonly unknown[]> = List[number] extends infer Item
  ? Item extends string
    ? Item
    : Item extends RawBuilder<unknown>
      ? keyof RowOf<Item> & string
      : never
  : never

/** The columns as a select list, with the names of their values. `rename` changes the names of the table's own columns. */
export function listOf(
  columns: readonly (string | Expressions)[],
  rename = (column: string) => column,
): { readonly list: RawBuilder<unknown>; readonly names: readonly string[] } {
  return {
    list: sql.join(
      columns.map((one) => (typeof one === 'string' ? sql`${sql.ref(`t.${one}`)} as ${sql.id(rename(one))}` : one)),
    ),
    names: columns.flatMap((one) => (typeof one === 'string' ? [rename(one)] : one.names)),
  }
}

/** New values of columns. */
export type Assignments<Table extends keyof Tables> = {
  readonly [Name in Column<Table>]?: Tables[Table][Name] | RawBuilder<unknown> | null
}

export const assign = (values: Readonly<Record<string, unknown>>): RawBuilder<unknown> =>
  sql.join(Object.entries(values).map(([name, value]) => sql`${sql.id(name)} = ${value}`))

export const allOf = (...conditions: readonly (RawBuilder<unknown> | undefined)[]): RawBuilder<unknown> =>
  sql.join(
    conditions.map((condition) => condition ?? sql`true`),
    sql` and `,
  )
