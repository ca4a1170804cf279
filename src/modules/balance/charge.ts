import { sql } from 'kysely'
import type { Tx } from '../../engine/db/index.ts'
import { formatMoney, NOTHING } from '../../values/money.ts'
import { holdParts, settle } from './ledger.ts'
import type { Charge } from './rules.ts'

/**
 * Charges immediately: a hold and its spend in one transaction. Throws an `isCreditShort` error when the credit is too
 * low.
 */
export async function chargeAtOnce(tx: Tx, charge: Charge, now: Date): Promise<void> {
  const { accountId, product, amount, subject } = charge
  await sql`with ${holdParts([charge], now)} select`.execute(tx)
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
