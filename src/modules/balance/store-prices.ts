import { type RawBuilder, sql } from 'kysely'
import {
  columnsOf,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectLongPage,
  selectPage,
  type Tables,
  type Tx,
} from '../../engine/db/index.ts'
import { formatMoney, getMoney } from '../../values/money.ts'
import type { Place } from '../../values/place.ts'
import type { Price } from './prices.ts'
import type { CreditProduct } from './rules.ts'

const columns = columnsOf(
  { p: 'prices' },
  'p.id, p.product, p.account_id, p.prefix, p.currency, p.amount, p.valid_from, p.created_at',
).narrow<{ product: CreditProduct }>()

export type StoredPrice = RowOf<typeof columns>

/** Changes of prices run one after the other. */
export const lockPrices = (tx: Tx) => run.write(tx)`lock table prices in share row exclusive mode`

export async function listPricesAfter(db: Queryable, id: number, limit: number) {
  const rows = await run.all<StoredPrice>(db)`
    select ${columns} from prices p where p.id > ${id} order by p.id limit ${limit}
  `
  return rows.map((row) => ({ ...row, amount: getMoney(row.amount) }))
}

/** The currencies of these accounts; unknown accounts are left out. */
export async function findCurrencies(db: Queryable, accountIds: readonly number[]): Promise<Map<number, string>> {
  if (accountIds.length === 0) return new Map()
  const rows = await run.all<Row<'accounts', 'id' | 'currency'>>(db)`
    select id, currency from accounts where id = any(${accountIds}::bigint[])
  `
  return new Map(rows.map(({ id, currency }) => [id, currency]))
}

/** The price of the same prefix, account and currency that applies when this one starts. */
export const findPriceAt = (tx: Tx, price: Omit<Price, 'amount'>) => run.first<StoredPrice>(tx)`
  select ${columns}
    from prices p
   where p.product = ${price.product}
     and p.account_id is not distinct from ${price.accountId}::bigint
     and p.prefix = ${price.prefix}
     and p.currency = ${price.currency}
     and p.valid_from <= ${price.validFrom}
   order by p.valid_from desc
   limit 1
`

export function upsertPrices(tx: Tx, prices: readonly Price[], now: Date): Promise<StoredPrice[]> {
  const json = JSON.stringify(prices.map((price) => ({ ...price, amount: formatMoney(price.amount) })))
  return run.all<StoredPrice>(tx)`
    insert into prices as p (product, account_id, prefix, currency, amount, valid_from, created_at)
    select v.product, v."accountId", v.prefix, v.currency, v.amount, v."validFrom", ${now}
      from json_to_recordset(${json}::json)
        as v(product text, "accountId" bigint, prefix text, currency text, amount numeric, "validFrom" timestamptz)
        on conflict (product, account_id, prefix, currency, valid_from) do update set amount = excluded.amount
    returning ${columns}
  `
}

export const deletePrice = (tx: Tx, id: number) => run.first<StoredPrice>(tx)`
  delete from prices p where p.id = ${id} returning ${columns}
`

/** Deletes the prices that were added now, from now on, when the price before has the same amount. */
export const deleteRepeatedPrices = (tx: Tx, now: Date) => run.write(tx)`
  delete from prices p
   using (
     select id,
            lag(amount) over (partition by product, account_id, prefix, currency order by valid_from) as before
       from prices
   ) o
   where p.id = o.id
     and p.amount = o.before
     and p.valid_from = ${now}
     and p.created_at = ${now}
`

/** Deletes all prices for these pairs of product and account. Returns their number. */
export const deletePricesLike = (tx: Tx, kinds: readonly Pick<Price, 'product' | 'accountId'>[]) => run.count(tx)`
  with deleted as (
    delete from prices p
     using json_to_recordset(${JSON.stringify(kinds)}::json) as v(product text, "accountId" bigint)
     where p.product = v.product
       and p.account_id is not distinct from v."accountId"
    returning p.id
  )
  select count(*) as count
    from deleted
`

export interface PriceFilter {
  readonly place: Place
  readonly product: CreditProduct | null
  /** Undefined means all prices; null means the default prices. */
  readonly accountId: number | null | undefined
  /** A prefix of the price prefixes. */
  readonly prefix: string
}

const order = [
  [sql`p.product collate "C"`, 'asc'],
  [sql`p.prefix collate "C"`, 'asc'],
  [sql`p.account_id`, 'asc', 'nullable'],
  [sql`p.valid_from`, 'desc'],
  [sql`p.id`, 'desc'],
] as const

const like = ({ product, prefix }: Pick<PriceFilter, 'product' | 'prefix'>): RawBuilder<unknown> =>
  sql`p.prefix like ${`${prefix}%`} and (${product}::text is null or p.product = ${product})`

const accountName = sql<Tables['accounts']['name'] | null>`(select a.name from accounts a where a.id = p.account_id)`
const columnsOfAll = columns.and(columnsOf({ p: 'prices' }, { accountName }))

/** Includes the name of the account. */
export function listPrices(db: Queryable, { place, accountId, ...filter }: PriceFilter) {
  const ofAccount =
    accountId === undefined
      ? sql``
      : accountId === null
        ? sql`and p.account_id is null`
        : sql`and p.account_id = ${accountId}`
  return selectLongPage(db, place, {
    columns: columnsOfAll,
    from: sql`prices p where ${like(filter)} ${ofAccount}`,
    order,
  })
}

/**
 * The prices that an account pays now: the latest valid price of each prefix. A default price is left out when a price
 * of the account covers the same numbers.
 */
export function listPricesOf(
  db: Queryable,
  accountId: number,
  { place, ...filter }: Omit<PriceFilter, 'accountId'>,
  now: Date,
) {
  const holding = sql`
    with begun as (
      select distinct on (p.product collate "C", p.account_id, p.prefix collate "C") p.*
        from prices p
        join accounts a on a.id = ${accountId} and a.currency = p.currency
       where (p.account_id = ${accountId} or p.account_id is null)
         and p.valid_from <= ${now}
       order by p.product collate "C", p.account_id, p.prefix collate "C", p.valid_from desc
    ),
    own as (
      select product, prefix
        from begun
       where account_id is not null
    ),
    lengths as (
      select distinct length(prefix) as digits
        from own
    ),
    covered as (
      select b.id
        from begun b
       cross join lengths l
        join own o on o.product = b.product and o.prefix = left(b.prefix, l.digits)
       where b.account_id is null
    )
    select *
      from begun
     where id not in (select id from covered)
  `
  return selectPage(db, place, { columns, from: sql`(${holding}) p where ${like(filter)}`, order })
}
