import { sql } from 'kysely'
import { columnsOf, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import { wantedFloor } from './ledger.ts'
import type { CreditProduct } from './rules.ts'

export const countChecked = async (tx: Tx) =>
  (await run.first<{ balances: number; entries: number }>(tx)`
    select (select count(*) from balances) as balances, (select count(*) from ledger_entries) as entries
  `) ?? { balances: 0, entries: 0 }

/** `v` holds the result of each check. */
export const wrongColumns = columnsOf('balances', 'account_id, product, currency', {
  what: sql<string>`v.what`,
  expected: sql<string>`v.expected::numeric(38, 4)`,
  found: sql<string>`v.found::numeric(38, 4)`,
}).narrow<{ product: CreditProduct }>()

/** A balance that contradicts its entries or its limit. Amounts have four decimal places. */
export type Wrong = RowOf<typeof wrongColumns>

/** Every balance equals the sum of its entries, and every entry has a balance. */
export const listBadSums = (tx: Tx, limit: number) => run.all<Wrong>(tx)`
  with sums as (
    select account_id, product, currency,
           sum(case kind when 'credit' then amount when 'release' then amount when 'debit' then -amount when 'hold' then -amount else 0 end) as available,
           sum(case kind when 'hold' then amount when 'spend' then -amount when 'release' then -amount else 0 end) as held
      from ledger_entries
     group by account_id, product, currency
  )
  select ${wrongColumns}
    from sums s
    full join balances b using (account_id, product, currency)
   cross join lateral (
     values ('available', coalesce(s.available, 0), coalesce(b.available, 0)), ('held', coalesce(s.held, 0), coalesce(b.held, 0))
   ) as v(what, expected, found)
   where v.expected <> v.found
   order by account_id, product, currency, v.what
   limit ${limit}
`

/** No balance is below its floor, and each floor follows from the limit or an older debt. */
export const listBadFloors = (tx: Tx, limit: number) => run.all<Wrong>(tx)`
  select ${wrongColumns}
    from balances b
   cross join lateral (
     select 'below the floor' as what, b.floor as expected, b.available as found
      where b.available < b.floor
     union all
     select 'floor', least(${wantedFloor}, b.available), b.floor
      where b.available >= b.floor
        and b.floor <> least(${wantedFloor}, b.available)
   ) v
   order by b.account_id, b.product, b.currency
   limit ${limit}
`
