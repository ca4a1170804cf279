import { type RawBuilder, sql } from 'kysely'
import type { Tables } from './tables.ts'

type Table = keyof Tables

/** Columns of a table under their own names: `sql<Row<'senders', 'id' | 'status'>>`. */
export type Row<T extends Table, C extends keyof Tables[T]> = Readonly<Pick<Tables[T], C>>

/**
 * A table, or the tables of a statement by alias. A question mark marks a left join, whose columns may all be null: `{
 * r: 'refusals', c: 'credentials?' }`.
 */
type Source = Table | Readonly<Record<string, Table | `${Table}?`>>

type Joined<S> = S extends `${infer T extends Table}?`
  ? { [C in keyof Tables[T]]: Tables[T][C] | null }
  : S extends Table
    ? Tables[S]
    : never

/** Name of a column in the statement: `id`, or `s.id` when tables have aliases. */
type Reference<S extends Source> = S extends Table
  ? keyof Tables[S] & string
  : { [A in keyof S & string]: `${A}.${keyof Joined<S[A]> & string}` }[keyof S & string]

type Value<S extends Source, C> =
  C extends RawBuilder<infer Computed>
    ? Computed
    : S extends Table
      ? C extends keyof Tables[S]
        ? Tables[S][C]
        : never
      : C extends `${infer A extends keyof S & string}.${infer N}`
        ? N extends keyof Joined<S[A]>
          ? Joined<S[A]>[N]
          : never
        : never

/** A typed list of columns for `select` or `returning`. */
export interface Columns<R> extends RawBuilder<R> {
  /** The names of the values, in order. */
  readonly names: readonly string[]
  /** Gives columns a narrower type than the schema has. */
  narrow<N extends { [C in keyof N]: C extends keyof R ? R[C] : never }>(): Columns<{
    readonly [C in keyof R]: C extends keyof N ? N[C] : R[C]
  }>
  and<Other>(other: Columns<Other>): Columns<{ readonly [C in keyof (R & Other)]: (R & Other)[C] }>
}

/** The row type of a list of columns. */
export type RowOf<C extends RawBuilder<unknown>> = C extends RawBuilder<infer R> ? R : never

/**
 * Lists columns under the names that the program uses, and derives the type of the rows from the list:
 *
 *     const columns = columnsOf({ s: 'senders' }, { id: 's.id', sampleContent: 's.sample_content' })
 *     type Sender = RowOf<typeof columns>
 *     sql<Sender>`select ${columns} from senders s`
 *
 * Computed values are typed expressions: `total: sql<number>`count(*)``.
 */
export function columnsOf<
  const S extends Source,
  const C extends Readonly<Record<string, Reference<S> | RawBuilder<unknown>>>,
>(_from: S, columns: C): Columns<{ readonly [Name in keyof C]: Value<S, C[Name]> }> {
  const list = Object.entries(columns).map(
    ([name, column]) => sql`${typeof column === 'string' ? sql.ref(column) : column} as ${sql.id(name)}`,
  )
  return toColumns(sql.join(list), Object.keys(columns))
}

function toColumns<R>(list: RawBuilder<unknown>, names: readonly string[]): Columns<R> {
  const methods: Pick<Columns<R>, 'names' | 'narrow' | 'and'> = {
    names,
    narrow: () => toColumns(list, names),
    and: (other) => toColumns(sql`${list}, ${other}`, [...names, ...other.names]),
  }
  return Object.assign(list.$castTo<R>(), methods)
}
