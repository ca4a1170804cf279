/** Invariants of balances and the ledger, checked in the tables. */
import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { createRandom } from '../src/carriers/simulator/outcome.ts'
import type { Queryable } from '../src/engine/db/index.ts'

/** Asserts that every balance matches its entries, holds match pending messages, and no balance is below its floor. */
export async function assertLedger(db: Queryable): Promise<void> {
  const { rows } = await sql`
    with entries as (
      select account_id, product, currency,
             sum(case kind when 'credit' then amount when 'release' then amount when 'spend' then 0 else -amount end) as available,
             sum(case kind when 'hold' then amount when 'spend' then -amount when 'release' then -amount else 0 end) as held
        from ledger_entries
       group by account_id, product, currency
    ),
    waiting as (
      select account_id, product, sum(price) as held
        from sms_messages
       where status = 'PENDING'
         and submitted_at is null
       group by account_id, product
       union all
      select account_id, 'AIRTIME', sum(amount)
        from airtime_transfers
       where done_at is null
       group by account_id
       union all
      select account_id, 'CHAT', sum(price)
        from chat_messages
       where state = 'queued'
       group by account_id
    )
    select b.account_id, b.product, b.available::text, b.held::text, e.available::text as "entriesAvailable", e.held::text as "entriesHeld", w.held::text as waiting
      from balances b
      left join entries e on e.account_id = b.account_id and e.product = b.product and e.currency = b.currency
      left join waiting w on w.account_id = b.account_id and w.product = b.product
     where b.available <> coalesce(e.available, 0)
        or b.held <> coalesce(e.held, 0)
        or b.held <> coalesce(w.held, 0)
        or b.available < b.floor
  `.execute(db)
  assert.deepEqual(rows, [])
}

export interface Sums {
  readonly credited: string
  readonly spent: string
  readonly held: string
  readonly left: string
}

/** The SMS credit of an account, by use. */
export async function sumsOf(db: Queryable, accountId: number): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select (select coalesce(sum(case kind when 'credit' then amount else -amount end), 0)::text
              from ledger_entries
             where account_id = b.account_id and product = b.product and kind in ('credit', 'debit')) as credited,
           (select coalesce(sum(price), 0)::text from sms_messages where account_id = b.account_id and submitted_at is not null) as spent,
           b.held::text, b.available::text as left
      from balances b
     where b.account_id = ${accountId}
       and b.product = 'SMS'
  `.execute(db)
  return rows[0] as Sums
}

/** Reproducible random choices. Set NGOMA_TEST_SEED to repeat a failed run. */
export function createChoices(fallback: number) {
  const seed = Number(process.env.NGOMA_TEST_SEED ?? fallback)
  const random = createRandom(seed)
  const below = (count: number) => Math.floor(random() * count)
  return { seed, below, oneOf: <T>(all: readonly T[]): T => all[below(all.length)] as T }
}
