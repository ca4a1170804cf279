import { type RawBuilder, sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import { formatMoney, getMoney, money, NOTHING } from '../../values/money.ts'
import type { Charge, CreditProduct, ReadCredit, Settlement, SpendableCredit } from './rules.ts'

/**
 * SQL of the ledger: every change of a balance and its entry are one statement. Rows are always locked in the order of
 * accounts and products, to avoid deadlocks. A check constraint keeps balances above their floor.
 */

const chargesOf = (charges: readonly Charge[]) =>
  JSON.stringify(
    charges.map(({ accountId, product, amount, subject }) => ({
      accountId,
      product,
      amount: formatMoney(amount),
      subject,
    })),
  )

/**
 * The base of `floorOf`, in SQL. The floor is recomputed whenever the balance rises, so that a debt beyond the limit
 * cannot grow again after it was paid down. Spending is checked against the previous floor.
 */
export const wantedFloor = sql`case when b.allow_postpaid then -b.postpaid_limit else 0 end`

/** A balance is in the currency of its account. */
const ofCharge = sql`b.account_id = v."accountId" and b.product = v.product and b.currency = (select a.currency from accounts a where a.id = v."accountId")`

/** Accounts with at least one usable reminder. A level of 0 means none, even with an overdraft. */
const wantsReminders = sql`b.credit_level > 0 and (b.email_reminder or (b.sms_reminder and b.reminder_phone <> ''))`

/**
 * Reserves money, as parts of a `with` statement, so that it happens together with the purchase or not at all. An
 * account that falls below its level is reminded once until it gets new credit. A release is not new credit: otherwise
 * each failed message would cause another reminder. The locked row shows whether a reminder was sent, because two
 * statements may have the same millisecond.
 */
export function holdParts(charges: readonly Charge[], now: Date): RawBuilder<unknown> {
  const [only] = charges
  return only?.credit && charges.length === 1 && !only.credit.reminds
    ? holdOne(only, only.credit, now)
    : holdMany(charges, now)
}

export const hold = (tx: Tx, charge: Charge, now: Date) => run.write(tx)`with ${holdParts([charge], now)} select`

/**
 * The common case: one account without reminders. There is no lock order to keep, and planning the full statement would
 * take half of the time.
 */
function holdOne(
  { accountId, product, amount, subject }: Charge,
  { currency }: SpendableCredit,
  now: Date,
): RawBuilder<unknown> {
  return sql`
    held as (
      update balances
         set available = available - ${formatMoney(amount)}::numeric, held = held + ${formatMoney(amount)}::numeric
       where account_id = ${accountId}
         and product = ${product}
         and currency = ${currency}
    ),
    entered as (
      insert into ledger_entries (account_id, product, currency, kind, amount, subject, at)
      values (${accountId}, ${product}, ${currency}, 'hold', ${formatMoney(amount)}, ${subject}, ${now})
    )
  `
}

function holdMany(charges: readonly Charge[], now: Date): RawBuilder<unknown> {
  return sql`
    locked as (
      select b.account_id, b.product, b.currency, b.low_since, v.amount, v.subject
        from balances b
        join json_to_recordset(${chargesOf(charges)}::json) as v("accountId" bigint, product text, amount numeric, subject text) on ${ofCharge}
       order by b.account_id, b.product
         for update of b
    ),
    held as (
      update balances b
         set available = b.available - l.amount, held = b.held + l.amount,
             low_since = case when b.available - l.amount < b.credit_level and ${wantsReminders} then coalesce(b.low_since, ${now}::timestamptz) else b.low_since end
        from (select account_id, product, currency, sum(amount) as amount, bool_and(low_since is null) as untold
                from locked
               group by account_id, product, currency) l
       where b.account_id = l.account_id and b.product = l.product and b.currency = l.currency
      returning b.*, l.untold and b.low_since is not null as falls
    ),
    reminded as (
      insert into balance_reminders (account_id, product, currency, channel, available, credit_level, created_at, due_at)
      select h.account_id, h.product, h.currency, c.channel, h.available, h.credit_level, ${now}, ${now}
        from held h
       cross join (values ('sms'), ('email')) as c(channel)
       where h.falls
         and case c.channel when 'sms' then h.sms_reminder and h.reminder_phone <> '' else h.email_reminder end
    ),
    entered as (
      insert into ledger_entries (account_id, product, currency, kind, amount, subject, at)
      select v."accountId", v.product, a.currency, 'hold', v.amount, v.subject, ${now}
        from json_to_recordset(${chargesOf(charges)}::json) as v("accountId" bigint, product text, amount numeric, subject text)
        join accounts a on a.id = v."accountId"
    )
  `
}

/**
 * Ends holds: spent amounts are gone, released amounts are available again. Neither is new credit, so reminders are not
 * reset.
 */
export async function settle(tx: Tx, settlements: readonly Settlement[], now: Date): Promise<void> {
  const rows = settlements.filter(({ spent, released }) => spent + released > 0n)
  if (rows.length === 0) return
  const json = JSON.stringify(
    rows.map(({ spent, released, ...row }) => ({ ...row, spent: formatMoney(spent), released: formatMoney(released) })),
  )
  const source = sql`json_to_recordset(${json}::json) as v("accountId" bigint, product text, spent numeric, released numeric, subject text)`
  await sql`${prepared} with ${settleParts(source, now)} select 1`.execute(tx)
}

/**
 * The same as parts of a `with` statement, to combine it with other writes. `source` is a relation `v` with the columns
 * of a settlement.
 */
export function settleParts(source: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    locked as (
      select b.account_id, b.product, b.currency, v.spent, v.released, v.subject
        from balances b
        join ${source} on ${ofCharge}
       where v.spent + v.released > 0
       order by b.account_id, b.product
         for update of b
    ),
    settled as (
      update balances b
         set held = b.held - l.spent - l.released, available = b.available + l.released,
             floor = least(${wantedFloor}, b.available + l.released)
        from (select account_id, product, currency, sum(spent) as spent, sum(released) as released from locked group by account_id, product, currency) l
       where b.account_id = l.account_id and b.product = l.product and b.currency = l.currency
    ),
    entered as (
      insert into ledger_entries (account_id, product, currency, kind, amount, subject, at)
      select l.account_id, l.product, l.currency, e.kind, e.amount, l.subject, ${now}
        from locked l
       cross join lateral (values ('spend', l.spent), ('release', l.released)) as e(kind, amount)
       where e.amount > 0
    )
  `
}

const creditColumns = columnsOf({ b: 'balances' }, 'b.account_id, b.currency, b.available, b.floor', {
  reminds: sql<boolean>`${wantsReminders}`,
})

export async function findSpendableCredit(
  db: Queryable,
  accountIds: readonly number[],
  product: CreditProduct,
): Promise<Map<number, SpendableCredit>> {
  const { rows } = await sql<RowOf<typeof creditColumns>>`
    ${prepared}
    select ${creditColumns}
      from balances b
      join accounts a on a.id = b.account_id and a.currency = b.currency
     where b.account_id = any(${accountIds}::bigint[])
       and b.product = ${product}
  `.execute(db)
  return new Map(
    rows.map(({ accountId, currency, available, floor, reminds }) => [
      accountId,
      { currency, spendable: money(getMoney(available) - getMoney(floor)), reminds },
    ]),
  )
}

/**
 * Selects a row for each credit whose currency or reminders have changed. Both decide how its money is held; the amount
 * is checked by the hold itself.
 */
export const selectChangedCredit = (read: readonly ReadCredit[]): RawBuilder<unknown> => sql`
  select 1
    from unnest(${read.map(({ accountId }) => accountId)}::bigint[], ${read.map(({ product }) => product)}::text[],
                ${read.map(({ credit }) => credit.currency)}::text[], ${read.map(({ credit }) => String(credit.reminds))}::text[])
      as v(account_id, product, currency, reminds)
   where not exists (
           select
             from balances b
             join accounts a on a.id = b.account_id and a.currency = b.currency
            where b.account_id = v.account_id
              and b.product = v.product
              and b.currency = v.currency
              and (${wantsReminders}) = v.reminds::boolean)
`

const checkViolation = '23514'

export const isCreditShort = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === checkViolation &&
  'constraint' in error &&
  error.constraint === 'balances_enough'

/**
 * Charges immediately: a hold and its spend in one transaction. Throws an `isCreditShort` error when the credit is too
 * low.
 */
export async function chargeAtOnce(tx: Tx, charge: Charge, now: Date): Promise<void> {
  const { accountId, product, amount, subject } = charge
  await hold(tx, charge, now)
  await settle(tx, [{ accountId, product, subject, spent: amount, released: NOTHING }], now)
}

/**
 * Charges for something that has already happened and cannot be refused. If the credit is too low, the balance falls
 * below its limit, and nothing can be spent until the debt is paid.
 */
export async function chargeAnyway(tx: Tx, charge: Charge, now: Date): Promise<void> {
  await sql`
    update balances b
       set floor = least(b.floor, b.available - ${formatMoney(charge.amount)}::numeric)
      from accounts a
     where b.account_id = ${charge.accountId}
       and b.product = ${charge.product}
       and a.id = b.account_id
       and b.currency = a.currency
  `.execute(tx)
  await chargeAtOnce(tx, charge, now)
}
