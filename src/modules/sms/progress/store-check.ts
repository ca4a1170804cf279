import { sql } from 'kysely'
import { columnsOf, type RowOf, type Tx } from '../../../engine/db/index.ts'
import type { CreditProduct, LedgerCheck, Wrong } from '../../balance/index.ts'

/** Checks the holds of messages against the ledger. */

/** Holds of these products belong to messages only. */
const products: readonly CreditProduct[] = ['SMS', 'OTP']

/** More requests than any hold covers. A corrupt subject must not keep the database busy. */
const requestsMax = 100_000

/**
 * The held amount must be the price of all messages that no carrier has accepted, and every hold must match the price
 * of its messages.
 */
export const checkSmsHolds: LedgerCheck = async (tx, limit) => {
  const held = await listBadHeld(tx, limit)
  const { wrong, skipped } = await listBadHolds(tx, limit)
  return { wrong: [...held, ...wrong], skipped }
}

const badHeldColumns = columnsOf(
  { b: 'balances' },
  {
    accountId: 'b.account_id',
    product: 'b.product',
    currency: 'b.currency',
    what: sql<string>`'held for messages'`,
    expected: sql<string>`coalesce(w.price, 0)::numeric(38, 4)`,
    found: 'b.held',
  },
).narrow<{ product: CreditProduct }>()

async function listBadHeld(tx: Tx, limit: number): Promise<Wrong[]> {
  const { rows } = await sql<RowOf<typeof badHeldColumns>>`
    with waiting as (
      select m.account_id, m.product, sum(m.price) as price
        from sms_messages m
       where m.status = 'PENDING'
         and m.submitted_at is null
       group by m.account_id, m.product
    )
    select ${badHeldColumns}
      from balances b
      join accounts a on a.id = b.account_id and a.currency = b.currency
      left join waiting w on w.account_id = b.account_id and w.product = b.product
     where b.product = any(${products}::text[])
       and b.held <> coalesce(w.price, 0)
     order by b.account_id, b.product
     limit ${limit}
  `.execute(tx)
  return rows
}

const badHoldColumns = columnsOf('ledger_entries', {
  accountId: 'account_id',
  product: 'product',
  currency: 'currency',
  what: sql<string>`'entry ' || id || ', hold for ' || subject`,
  expected: sql<string>`cost::numeric(38, 4)::text`,
  found: sql<string>`amount::text`,
  kept: sql<boolean>`kept`,
  skipped: sql<number>`0::bigint`,
}).narrow<{ product: CreditProduct }>()

/**
 * A hold names its requests, and their messages must cost as much. Old requests are deleted in order, so a request
 * older than all stored ones proves nothing about its hold; one that is missing in between is an error. Reads
 * everything once and joins it: checking each hold on its own takes five times as long.
 */
async function listBadHolds(
  tx: Tx,
  limit: number,
): Promise<{ readonly wrong: readonly Wrong[]; readonly skipped: number }> {
  const { rows } = await sql<RowOf<typeof badHoldColumns>>`
    with kept as (
      select coalesce((select min(id) from sms_requests), 0) as request_id, coalesce((select min(id) from sms_messages), 0) as message_id
    ),
    holds as (
      select e.id, e.account_id, e.product, e.currency, e.amount, e.subject, r.ends[1]::bigint as first_id, coalesce(r.ends[2], r.ends[1])::bigint as last_id
        from ledger_entries e
       cross join lateral (select regexp_match(e.subject, '^requests? (\\d{1,18})(?: to (\\d{1,18}))?$') as ends) r
       where e.kind = 'hold'
         and e.product = any(${products}::text[])
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
      select n.id, sum(c.price) as cost, min(r.first_message_id) as first_message_id
        from named n
        join sms_requests r on r.id = n.request_id and r.account_id = n.account_id
        left join costs c on c.account_id = r.account_id and c.request_id = r.id and c.product = n.product
       group by n.id
    ),
    compared as (
      select h.*, coalesce(s.cost, 0) as cost,
             (h.first_id is null or h.first_id >= k.request_id) and coalesce(s.first_message_id >= k.message_id, true) as kept
        from holds h
       cross join kept k
        left join summed s on s.id = h.id
    ),
    bad as (
      select * from compared where not kept or cost <> amount
    )
    select ${badHoldColumns}
      from (select * from bad where kept order by id limit ${limit}) wrong
     union all
    select 0, '', '', '', '', '', false, count(*)
      from bad
     where not kept
  `.execute(tx)
  const wrong = rows.filter(({ kept }) => kept).map(({ kept: _, skipped: __, ...one }) => one)
  return { wrong, skipped: rows.find(({ kept }) => !kept)?.skipped ?? 0 }
}
