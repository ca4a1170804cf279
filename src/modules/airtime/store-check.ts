import { sql } from 'kysely'
import type { LedgerCheck, Wrong } from '../balance/index.ts'
import { airtimeProduct } from './rules.ts'

/** Every transfer is held for once, and once it ended spent or given back, once; and there are no holds without a transfer. So what is held is what is open. */
export const checkAirtimeHolds: LedgerCheck = async (tx, limit) => {
  const { rows } = await sql<Wrong>`
    with entries as (
      select account_id, currency, subject,
             sum(amount) filter (where kind = 'hold') as hold,
             sum(amount) filter (where kind = 'spend') as spend,
             sum(amount) filter (where kind = 'release') as release
        from ledger_entries
       where product = ${airtimeProduct}
         and kind in ('hold', 'spend', 'release')
       group by account_id, currency, subject
    ),
    transfers as (
      select account_id, currency, 'transfer ' || id as subject, amount as hold,
             case when state = 'successful' then amount end as spend,
             case when state = 'failed' then amount end as release
        from airtime_transfers
    )
    select account_id as "accountId", ${airtimeProduct}::text as product, currency, v.kind || ' for ' || subject as what,
           v.expected::numeric(38, 4)::text as expected, v.found::numeric(38, 4)::text as found
      from transfers t
      full join entries e using (account_id, currency, subject)
     cross join lateral (
       values ('hold', coalesce(t.hold, 0), coalesce(e.hold, 0)),
              ('spend', coalesce(t.spend, 0), coalesce(e.spend, 0)),
              ('release', coalesce(t.release, 0), coalesce(e.release, 0))
     ) as v(kind, expected, found)
     where v.expected <> v.found
     order by account_id, currency, subject, v.kind
     limit ${limit}
  `.execute(tx)
  return { wrong: rows }
}
