import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, selectLongPage } from '../../engine/db/index.ts'
import type { Place } from '../../values/place.ts'
import type { CreditProduct, EntryKind } from './rules.ts'

/** The kind determines the sign of the amount, which has four decimal places. */
const columns = columnsOf(
  { e: 'ledger_entries' },
  'e.id, e.at, e.product, e.currency, e.kind, e.amount, e.subject, e.note, e.actor',
).narrow<{ product: CreditProduct }>()

export type Entry = RowOf<typeof columns>

/** Null means no filter. */
export interface StatementFilter {
  readonly product: CreditProduct | null
  readonly kind: EntryKind | null
  /** `from` is inclusive, `to` is exclusive. */
  readonly from: Date | null
  readonly to: Date | null
}

function entriesOf(accountId: number, { product, kind, from, to }: StatementFilter): RawBuilder<unknown> {
  const conditions = [
    sql`e.account_id = ${accountId}`,
    ...(product === null ? [] : [sql`e.product = ${product}`]),
    ...(kind === null ? [] : [sql`e.kind = ${kind}`]),
    ...(from === null ? [] : [sql`e.at >= ${from}`]),
    ...(to === null ? [] : [sql`e.at < ${to}`]),
  ]
  return sql`ledger_entries e where ${sql.join(conditions, sql` and `)}`
}

export const listEntries = (db: Queryable, accountId: number, filter: StatementFilter, place: Place) =>
  selectLongPage(db, place, { columns, from: entriesOf(accountId, filter), order: [[sql`e.id`, 'desc']] })

/** The next older entries; starts with the newest when there is no position. */
export const listEntriesBefore = (
  db: Queryable,
  accountId: number,
  filter: StatementFilter,
  beforeId: number | null,
  limit: number,
) => run.all<Entry>(db)`
  select ${columns}
    from ${entriesOf(accountId, filter)}
     ${beforeId === null ? sql`` : sql`and e.id < ${beforeId}`}
   order by e.id desc
   limit ${limit}
`

/** The number of newest entries from which balances are calculated back. */
const newestMax = 100_000

/**
 * The available credit after each of these entries: the current credit without the newer entries. Old entries would need
 * too many of those and are left out.
 */
export async function listBalancesAfter(db: Queryable, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map<number, string>()
  const rows = await run.all<{ id: number; balance: string }>(db)`
    with newest as (
      select e.id, e.product, e.currency,
             case when e.kind in ('credit', 'release') then e.amount when e.kind in ('debit', 'hold') then -e.amount else 0 end as change
        from ledger_entries e
       where e.account_id = ${accountId}
         and e.id >= ${Math.min(...ids)}
       order by e.id desc
       limit ${newestMax}
    ),
    summed as (
      select n.id, n.product, n.currency,
             sum(n.change) over (partition by n.product, n.currency order by n.id desc) - n.change as newer
        from newest n
    )
    select s.id, (b.available - s.newer)::numeric(38, 4) as balance
      from summed s
      join balances b on b.account_id = ${accountId} and b.product = s.product and b.currency = s.currency
     where s.id = any(${ids}::bigint[])
  `
  return new Map(rows.map(({ id, balance }) => [id, balance]))
}
