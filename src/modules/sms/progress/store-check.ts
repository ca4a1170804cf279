import { sql } from 'kysely'
import { columnsOf, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import { type CreditProduct, chatSubjects, type LedgerCheck, type Wrong } from '../../balance/index.ts'

/** Checks the holds of messages against the ledger. */

/** Holds of these products belong to messages, and to PINs over chat channels, which are checked there. */
const products: readonly CreditProduct[] = ['SMS', 'OTP']

/** More requests than any hold covers. A corrupt subject must not keep the database busy. */
const requestsMax = 100_000

/**
 * The amounts held, spent and released must be the prices of all messages in these states, and every hold must match
 * the price of its messages. Sums stand for removed messages.
 */
export const checkSmsHolds: LedgerCheck = async (tx, limit) => [
  ...(await listBadTotals(tx, limit)),
  ...(await listBadHolds(tx, limit)),
  ...(await listBadDays(tx, limit)),
]

const totalColumns = columnsOf({ b: 'balances' }, 'b.account_id, b.product, b.currency', {
  what: sql<string>`v.what || ' for messages'`,
  expected: sql<string>`coalesce(v.expected, 0)::numeric(38, 4)`,
  found: sql<string>`coalesce(v.found, 0)::numeric(38, 4)`,
}).narrow<{ product: CreditProduct }>()

/** Spends and releases cover messages of several requests, so only their totals can be checked. */
const listBadTotals = (tx: Tx, limit: number): Promise<Wrong[]> => run.all<RowOf<typeof totalColumns>>(tx)`
  with stored as (
    select m.account_id, m.product,
           sum(m.price) filter (where m.status = 'PENDING' and m.submitted_at is null) as held,
           sum(m.price) filter (where m.submitted_at is not null) as spent,
           sum(m.price) filter (where m.status <> 'PENDING' and m.submitted_at is null) as released
      from sms_messages m
     group by m.account_id, m.product
  ),
  removed as (
    select account_id, product, currency, sum(spend) as spent, sum(release) as released
      from ledger_removals
     group by account_id, product, currency
  ),
  entries as (
    select account_id, product, currency,
           sum(amount) filter (where kind = 'spend' and subject not like ${chatSubjects}) as spent,
           sum(amount) filter (where kind = 'release' and subject not like ${chatSubjects}) as released,
           sum(case kind when 'hold' then amount else -amount end) filter (where subject like ${chatSubjects}) as held_for_chat
      from ledger_entries
     where product = any(${products}::text[])
       and kind in ('hold', 'spend', 'release')
     group by account_id, product, currency
  )
  select ${totalColumns}
    from balances b
    join accounts a on a.id = b.account_id and a.currency = b.currency
    left join stored s on s.account_id = b.account_id and s.product = b.product
    left join removed r on r.account_id = b.account_id and r.product = b.product and r.currency = b.currency
    left join entries e on e.account_id = b.account_id and e.product = b.product and e.currency = b.currency
   cross join lateral (
     values (1, 'held', s.held, b.held - coalesce(e.held_for_chat, 0)),
            (2, 'spent', coalesce(s.spent, 0) + coalesce(r.spent, 0), e.spent),
            (3, 'released', coalesce(s.released, 0) + coalesce(r.released, 0), e.released)
   ) as v(place, what, expected, found)
   where b.product = any(${products}::text[])
     and coalesce(v.expected, 0) <> coalesce(v.found, 0)
   order by b.account_id, b.product, v.place
   limit ${limit}
`

/** A hold is from the same time as its requests. */
const dayOfEntry = sql`(e.at at time zone 'UTC')::date`

const holdColumns = columnsOf('ledger_entries', 'account_id, product, currency', {
  what: sql<string>`'entry ' || id || ', hold for ' || subject`,
  expected: sql<string>`cost::numeric(38, 4)::text`,
  found: sql<string>`amount::text`,
}).narrow<{ product: CreditProduct }>()

/**
 * A hold names its requests, and their messages must cost as much. Not on days of which messages were removed. Reads
 * everything once and joins it: checking each hold on its own takes five times as long.
 */
const listBadHolds = (tx: Tx, limit: number): Promise<Wrong[]> => run.all<RowOf<typeof holdColumns>>(tx)`
  with holds as (
    select e.id, e.account_id, e.product, e.currency, e.amount, e.subject, r.ends[1]::bigint as first_id, coalesce(r.ends[2], r.ends[1])::bigint as last_id
      from ledger_entries e
     cross join lateral (select regexp_match(e.subject, '^requests? (\\d{1,18})(?: to (\\d{1,18}))?$') as ends) r
     where e.kind = 'hold'
       and e.product = any(${products}::text[])
       and e.subject not like ${chatSubjects}
       and not exists (
             select from ledger_removals d
              where d.account_id = e.account_id and d.product = e.product and d.currency = e.currency and d.day = ${dayOfEntry})
  ),
  named as (
    select h.id, h.account_id, h.product, generate_series(h.first_id, least(h.last_id, h.first_id + ${requestsMax}::bigint)) as request_id
      from holds h
  ),
  costs as (
    select m.account_id, m.request_id, m.product, sum(m.price) as price
      from sms_messages m
     group by m.account_id, m.request_id, m.product
  ),
  summed as (
    select n.id, sum(c.price) as cost
      from named n
      join costs c on c.account_id = n.account_id and c.request_id = n.request_id and c.product = n.product
     group by n.id
  ),
  compared as (
    select h.*, coalesce(s.cost, 0) as cost
      from holds h
      left join summed s on s.id = h.id
  )
  select ${holdColumns}
    from compared
   where cost <> amount
   order by id
   limit ${limit}
`

const dayColumns = columnsOf({ d: 'ledger_removals' }, 'd.account_id, d.product, d.currency', {
  what: sql<string>`'holds for messages of ' || d.day`,
  expected: sql<string>`(d.hold + coalesce(s.price, 0))::numeric(38, 4)`,
  found: sql<string>`coalesce(h.amount, 0)::numeric(38, 4)`,
}).narrow<{ product: CreditProduct }>()

/** On days of which messages were removed, the holds must match the removed and the stored messages together. */
const listBadDays = (tx: Tx, limit: number): Promise<Wrong[]> => run.all<RowOf<typeof dayColumns>>(tx)`
  with holds as (
    select e.account_id, e.product, e.currency, ${dayOfEntry} as day, sum(e.amount) as amount
      from ledger_entries e
     where e.kind = 'hold'
       and e.product = any(${products}::text[])
       and e.subject not like ${chatSubjects}
     group by e.account_id, e.product, e.currency, ${dayOfEntry}
  ),
  stored as (
    select m.account_id, m.product, (r.created_at at time zone 'UTC')::date as day, sum(m.price) as price
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where exists (select from ledger_removals)
     group by m.account_id, m.product, (r.created_at at time zone 'UTC')::date
  )
  select ${dayColumns}
    from ledger_removals d
    left join holds h using (account_id, product, currency, day)
    left join stored s using (account_id, product, day)
   where d.product = any(${products}::text[])
     and d.hold + coalesce(s.price, 0) <> coalesce(h.amount, 0)
   order by d.account_id, d.product, d.currency, d.day
   limit ${limit}
`
