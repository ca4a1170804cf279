import { sql } from 'kysely'
import type { LedgerCheck, Wrong } from '../balance/index.ts'
import { chatProduct } from './rules.ts'

/**
 * Every message is held for once, and once it ended spent or given back, once; and there are no holds without a message. So what is held is what is queued.
 * A message that was forgotten leaves its entries behind, and those must even out.
 */
export const checkChatHolds: LedgerCheck = async (tx, limit) => {
  const { rows } = await sql<Wrong>`
    with entries as (
      select account_id, currency, subject,
             sum(amount) filter (where kind = 'hold') as hold,
             sum(amount) filter (where kind = 'spend') as spend,
             sum(amount) filter (where kind = 'release') as release
        from ledger_entries
       where product = ${chatProduct}
         and kind in ('hold', 'spend', 'release')
       group by account_id, currency, subject
    ),
    messages as (
      select m.account_id, a.currency, 'chat message ' || m.id as subject, m.price as hold,
             case when m.state = 'sent' then m.price end as spend,
             case when m.state = 'failed' then m.price end as release
        from chat_messages m
        join accounts a on a.id = m.account_id
       where m.direction = 'out'
    )
    select account_id as "accountId", ${chatProduct}::text as product, currency, v.kind || ' for ' || subject as what,
           v.expected::numeric(38, 4)::text as expected, v.found::numeric(38, 4)::text as found
      from messages m
      full join entries e using (account_id, currency, subject)
     cross join lateral (
       values ('hold', coalesce(m.hold, 0), coalesce(e.hold, 0)),
              ('spend', coalesce(m.spend, 0), coalesce(e.spend, 0)),
              ('release', coalesce(m.release, 0), coalesce(e.release, 0))
     ) as v(kind, expected, found)
     where v.expected <> v.found
       and not (m.subject is null and coalesce(e.hold, 0) = coalesce(e.spend, 0) + coalesce(e.release, 0))
     order by account_id, currency, subject, v.kind
     limit ${limit}
  `.execute(tx)
  return { wrong: rows }
}
