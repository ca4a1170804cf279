import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run, runAs, type Tx } from '../../engine/db/index.ts'
import { formatMoney, getMoney, type Money } from '../../values/money.ts'
import { wantedFloor } from './ledger.ts'
import { type Charge, type CreditProduct, creditProducts } from './rules.ts'

const columns = columnsOf(
  { b: 'balances' },
  `b.product, b.currency, b.available, b.held, b.allow_postpaid, b.postpaid_limit, b.credit_level,
   b.sms_reminder, b.email_reminder, b.reminder_phone`,
).narrow<{ product: CreditProduct }>()

export type BalanceRow = RowOf<typeof columns>

type Amount = 'available' | 'held' | 'postpaidLimit' | 'creditLevel'

export type Balance = Omit<BalanceRow, Amount> & Readonly<Record<Amount, Money>>

const readBalance = (row: BalanceRow): Balance => ({
  ...row,
  available: getMoney(row.available),
  held: getMoney(row.held),
  postpaidLimit: getMoney(row.postpaidLimit),
  creditLevel: getMoney(row.creditLevel),
})

const balances = runAs(readBalance)

export const listBalances = (db: Queryable, accountId: number) => balances.all(db)`
  select ${columns} from balances b where b.account_id = ${accountId} order by b.product, b.currency
`

/** In the currency of the account by default. */
export const findBalance = (
  db: Queryable,
  accountId: number,
  product: CreditProduct,
  currency: string | null = null,
) => balances.first(db)`
  select ${columns}
    from balances b
    join accounts a on a.id = b.account_id
   where b.account_id = ${accountId}
     and b.product = ${product}
     and b.currency = coalesce(${currency}, a.currency)
`

/**
 * Creates the missing balances in a currency that the account keeps, and returns their products. Safe to call
 * concurrently. A sub-account gets the currency of its parent, so that credit can move between them.
 */
export async function insertBalances(tx: Tx, accountId: number, currency: string): Promise<CreditProduct[]> {
  await sql`select from accounts where id = ${accountId} for update`.execute(tx)
  await sql`
    update accounts a
       set currency = coalesce((select p.currency from accounts p where p.id = a.parent_id), ${currency})
     where a.id = ${accountId}
       and not exists (select from balances where account_id = ${accountId})
  `.execute(tx)
  return run.values<Pick<BalanceRow, 'product'>>(tx)`
    insert into balances (account_id, product, currency)
    select a.id, product, a.currency
      from accounts a
     cross join unnest(${[...creditProducts]}::text[]) as product
     where a.id = ${accountId}
        on conflict do nothing
    returning product
  `
}

/** A negative amount removes credit. */
export interface CreditChange extends Omit<Charge, 'credit'> {
  readonly note: string
  readonly actor: string
}

/**
 * Adds or removes credit. Once new credit reaches the level, the account can be reminded again. Null when the balance
 * does not exist.
 */
export function changeCredit(tx: Tx, change: CreditChange, now: Date): Promise<Balance | null> {
  const { accountId, product, amount, subject, note, actor } = change
  return balances.first(tx)`
    with changed as (
      update balances b
         set available = b.available + ${formatMoney(amount)}::numeric,
             floor = least(${wantedFloor}, greatest(b.floor, b.available + ${formatMoney(amount)}::numeric)),
             low_since = case when ${amount > 0n} and b.available + ${formatMoney(amount)}::numeric >= b.credit_level then null else b.low_since end
        from accounts a
       where b.account_id = ${accountId}
         and b.product = ${product}
         and a.id = b.account_id
         and b.currency = a.currency
      returning b.*
    ),
    entered as (
      insert into ledger_entries (account_id, product, currency, kind, amount, subject, note, actor, at)
      select account_id, product, currency, ${amount > 0n ? 'credit' : 'debit'}, abs(${formatMoney(amount)}::numeric), ${subject}, ${note}, ${actor}, ${now}
        from changed
    )
    select ${columns}
      from changed b
  `
}

/** Changes with every change of these balances. */
export const creditMark = (accountId: RawBuilder<unknown>, products: readonly CreditProduct[]) => sql`(
  select string_agg(concat_ws(' ', product, available, held), ', ' order by product)
    from balances
   where account_id = ${accountId}
     and product = any(${products}::text[])
)`

/** The latest entries that are searched for used products. */
const usedEntries = 1_000

const shortColumns = columns.and(columnsOf({ b: 'balances' }, { usedUp: sql<boolean>`b.available <= b.floor` }))

/**
 * Balances below their level, and used-up balances of SMS and of recently used products: most accounts use only a few.
 */
export async function listShort(db: Queryable, accountId: number) {
  const rows = await run.all<RowOf<typeof shortColumns>>(db)`
    select ${shortColumns}
      from balances b
      join accounts a on a.id = b.account_id and a.currency = b.currency
     where b.account_id = ${accountId}
       and (b.credit_level > 0 and b.available < b.credit_level
            or b.available <= b.floor
           and b.product in (
                 select 'SMS'
                  union all
                 select e.product from (select product from ledger_entries where account_id = ${accountId} order by id desc limit ${usedEntries}) e))
     order by b.product
  `
  return rows.map((row) => ({ ...readBalance(row), usedUp: row.usedUp }))
}

const creditColumns = columnsOf({ b: 'balances' }, 'b.account_id, b.currency, b.available', {
  usedUp: sql<boolean>`b.available <= b.floor`,
  isLow: sql<boolean>`b.credit_level > 0 and b.available < b.credit_level`,
})

export type SmsCredit = RowOf<typeof creditColumns>

export const listSmsCredit = (db: Queryable, accountIds: readonly number[]) => run.all<SmsCredit>(db)`
  select ${creditColumns}
    from balances b
    join accounts a on a.id = b.account_id and a.currency = b.currency
   where b.account_id = any(${accountIds}::bigint[])
     and b.product = 'SMS'
`

/** Active accounts whose SMS credit is used up or low, the most recently used first. Unused accounts are left out. */
export const listShortAccounts = (db: Queryable, limit: number) => run.values<Row<'balances', 'account_id'>>(db)`
  select b.account_id
    from balances b
    join accounts a on a.id = b.account_id and a.currency = b.currency
   cross join lateral (select e.id from ledger_entries e where e.account_id = b.account_id order by e.id desc limit 1) used
   where b.product = 'SMS'
     and a.suspended_at is null
     and (b.available <= b.floor or b.credit_level > 0 and b.available < b.credit_level)
   order by b.available <= b.floor desc, used.id desc
   limit ${limit}
`
