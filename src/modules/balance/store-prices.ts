import { sql } from 'kysely'
import type { Queryable, Tx } from '../../engine/db/index.ts'
import { getMoney } from '../../values/money.ts'
import type { Price } from './prices.ts'

export async function getPricesVersion(db: Queryable): Promise<number> {
  const { rows } = await sql<{ version: number }>`select version from prices_version`.execute(db)
  return rows[0]?.version ?? 0
}

/** Every change of a price goes with this, so that every process reads them again. */
export async function raisePricesVersion(tx: Tx): Promise<void> {
  await sql`update prices_version set version = version + 1`.execute(tx)
}

export async function listAllPrices(db: Queryable): Promise<Price[]> {
  const { rows } = await sql<Omit<Price, 'amount'> & { amount: string }>`
    select product, account_id as "accountId", prefix, currency, amount::text, valid_from as "validFrom"
      from prices
  `.execute(db)
  return rows.map((row) => ({ ...row, amount: getMoney(row.amount) }))
}
