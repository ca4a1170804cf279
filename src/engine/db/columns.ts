import { type RawBuilder, sql } from 'kysely'
import { fromWireName } from '../../values/wire-names.ts'
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
  and<Other>(other: Columns<Other>): Columns<Flat<R & Other>>
}

export type RowOf<C extends RawBuilder<unknown>> = C extends RawBuilder<infer R> ? R : never

type Trimmed<Text extends string> = Text extends `${' ' | '\n'}${infer Rest}` ? Trimmed<Rest> : Text

/** The columns of a list as in SQL: `s.id, s.kind as type`. */
type Listed<List extends string> = List extends `${infer First},${infer Rest}`
  ? Trimmed<First> | Listed<Rest>
  : Trimmed<List>

type ReferenceIn<Item> = Item extends `${infer Column} as ${string}` ? Column : Item

type Camel<Name extends string> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Name

type NameOf<Item extends string> = Item extends `${string} as ${infer Name}`
  ? Name
  : Item extends `${string}.${infer Name}`
    ? Camel<Name>
    : Camel<Item>

/** The list itself, if all its columns exist. */
type Known<S extends Source, List extends string> = [ReferenceIn<Listed<List>>] extends [Reference<S>]
  ? List
  : `no such column: ${Exclude<ReferenceIn<Listed<List>>, Reference<S>> & string}`

type Flat<R> = { readonly [Name in keyof R]: R[Name] }

type Named<S extends Source> = Readonly<Record<string, Reference<S> | RawBuilder<unknown>>>
type ValuesOf<S extends Source, C> = { readonly [Name in keyof C]: Value<S, C[Name]> }

/**
 * Lists columns under the names that the program uses, and derives the type of the rows from the list:
 *
 *     const columns = columnsOf({ s: 'senders' }, 's.id, s.sample_content, s.sender as name')
 *     type Sender = RowOf<typeof columns>
 *     sql<Sender>`select ${columns} from senders s`
 *
 * Without `as`, a column has its own name in camelCase. Columns with a comment, and computed values, which are typed
 * expressions, follow by name: `{ total: sql<number>`count(*)` }`.
 */
export function columnsOf<const S extends Source, const C extends Named<S>>(
  from: S,
  columns: C,
): Columns<ValuesOf<S, C>>
export function columnsOf<
  const S extends Source,
  const List extends string,
  const C extends Named<S> = Record<never, never>,
>(
  from: S,
  list: Known<S, List>,
  columns?: C,
): Columns<Flat<{ readonly [Item in Listed<List> as NameOf<Item>]: Value<S, ReferenceIn<Item>> } & ValuesOf<S, C>>>
export function columnsOf(
  _from: Source,
  given: string | Readonly<Record<string, unknown>>,
  others: Readonly<Record<string, unknown>> = {},
): Columns<unknown> {
  const columns =
    typeof given === 'string' ? [...given.split(',').map(readItem), ...Object.entries(others)] : Object.entries(given)
  const list = columns.map(
    ([name, column]) => sql`${typeof column === 'string' ? sql.ref(column) : column} as ${sql.id(name)}`,
  )
  const names = columns.map(([name]) => name)
  return toColumns(sql.join(list), names)
}

function readItem(item: string): readonly [name: string, column: string] {
  const [column = '', name = fromWireName(column.slice(column.indexOf('.') + 1))] = item.trim().split(' as ')
  return [name, column]
}

function toColumns<R>(list: RawBuilder<unknown>, names: readonly string[]): Columns<R> {
  const methods: Pick<Columns<R>, 'names' | 'narrow' | 'and'> = {
    names,
    narrow: () => toColumns(list, names),
    and: (other) => toColumns(sql`${list}, ${other}`, [...names, ...other.names]),
  }
  return Object.assign(list.$castTo<R>(), methods)
}

/** Names of columns in the table entries of modules: `namesOf('account_id, phone')`. */
export const namesOf = <const List extends string>(list: List) =>
  list.split(',').map((name) => name.trim()) as unknown as readonly Listed<List>[]

/** A common table expression: `definition` goes into the `with` clause, and the statement refers to it by `name`. */
export interface Cte {
  readonly name: RawBuilder<unknown>
  readonly definition: RawBuilder<unknown>
}

export function cte(name: string, query: RawBuilder<unknown>): Cte {
  return { name: sql.id(name), definition: sql`${sql.id(name)} as (${query})` }
}
