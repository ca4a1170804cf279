import { type RawBuilder, sql } from 'kysely'
import { isAfterPlace, prepared, type Queryable, run, selectLongPage } from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { toWireName } from '../../values/wire-names.ts'
import type { NumberList } from './lists.ts'

/** The account is null for the list of the installation. */

/** Which rows of a list are selected. */
export interface NumberFilter {
  readonly accountId: number | null
  /** The first digits of the number. */
  readonly prefix: string
  readonly source: string | null
}

type Numbered = { readonly phone: string }
type AnyList = Pick<NumberList<never, Numbered>, 'order' | 'table'>

const orderOf = ({ order }: AnyList) => sql.join(order.map(([by, direction]) => sql`${by} ${sql.raw(direction)}`))

const isOf = (accountId: number | null): RawBuilder<unknown> =>
  accountId === null ? sql`true` : sql`account_id = ${accountId}`

/** Returns the number of new rows. They are in the order of the key, so that two imports cannot deadlock. */
export async function insertNumbers<Stored extends Numbered>(
  db: Queryable,
  list: Pick<NumberList<never, Stored>, 'order' | 'table' | 'types'>,
  accountId: number | null,
  rows: readonly Stored[],
): Promise<number> {
  const fields = Object.keys(list.types) as (keyof Stored & string)[]
  const names = sql.join(fields.map((field) => sql.id(toWireName(field))))
  const values = fields.map((field) => sql`${rows.map((row) => row[field])}::${sql.raw(list.types[field])}[]`)
  const [owner, ownerId] = accountId === null ? [sql``, sql``] : [sql`account_id, `, sql`${accountId}::bigint, `]
  const { rows: added } = await sql`
    ${prepared}
    insert into ${sql.table(list.table)} (${owner}${names})
    select ${ownerId}${names}
      from unnest(${sql.join(values)}) as v(${names})
     order by ${orderOf(list)}
        on conflict do nothing
    returning 1
  `.execute(db)
  return added.length
}

/** False when it was not on the list. */
export const deleteNumber = (db: Queryable, { table }: AnyList, accountId: number | null, phone: string) => run.hasRows(
  db,
)`
    delete from ${sql.table(table)} where ${isOf(accountId)} and phone = ${phone} returning 1
  `

const phoneDigitsMax = 15

/** Numbers with these first digits are a range of the index, which works in any locale. */
const fromOf = ({ table }: AnyList, { accountId, prefix, source }: NumberFilter): RawBuilder<unknown> => sql`
  ${sql.table(table)}
   where ${isOf(accountId)}
     and ${prefix === '' ? sql`true` : sql`phone between ${prefix} and ${prefix.padEnd(phoneDigitsMax, '9')}`}
     and ${source === null ? sql`true` : sql`source = ${source}`}
`

export const selectNumbers = <Listed, Stored extends Numbered>(
  db: Queryable,
  list: NumberList<Listed, Stored>,
  filter: NumberFilter,
  place: Place,
): Promise<PageOf<Listed>> =>
  selectLongPage(db, place, { columns: list.columns, from: fromOf(list, filter), order: list.order })

export const selectNumbersAfter = <Listed, Stored extends Numbered>(
  db: Queryable,
  list: NumberList<Listed, Stored>,
  filter: NumberFilter,
  after: Listed | null,
  limit: number,
) => run.all<Listed>(db)`
    select ${list.columns}
      from ${fromOf(list, filter)}
       and ${isAfterPlace(list.order, { after: after && list.keyOf(after) })}
     order by ${orderOf(list)}
     limit ${limit}
  `

/**
 * Without new statistics PostgreSQL would sort a whole list for every page of it, until autovacuum runs. The embedded
 * engine has no autovacuum.
 */
export async function analyzeNumbers(db: Queryable, { table }: AnyList): Promise<void> {
  await sql`analyze ${sql.table(table)}`.execute(db)
}
