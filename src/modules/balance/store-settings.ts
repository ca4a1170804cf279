import { sql } from 'kysely'
import type { Tx } from '../../engine/db/index.ts'
import { formatMoney, type Money } from '../../values/money.ts'
import type { Balance, CreditProduct } from './rules.ts'
import { findBalance } from './store.ts'

/** SQL of overdraft limits and reminders. */

/** Locks the balance in the currency of the account. */
export async function lockBalance(tx: Tx, accountId: number, product: CreditProduct): Promise<Balance | null> {
  await sql`select from balances where account_id = ${accountId} and product = ${product} order by currency for update`.execute(
    tx,
  )
  return findBalance(tx, accountId, product)
}

const ofBalance = (accountId: number, { product, currency }: Balance) =>
  sql`account_id = ${accountId} and product = ${product} and currency = ${currency}`

export async function updatePostpaid(
  tx: Tx,
  accountId: number,
  balance: Balance,
  { allowPostpaid, postpaidLimit, floor }: Pick<Balance, 'allowPostpaid' | 'postpaidLimit'> & { readonly floor: Money },
): Promise<void> {
  await sql`
    update balances
       set allow_postpaid = ${allowPostpaid}, postpaid_limit = ${formatMoney(postpaidLimit)}::numeric, floor = ${formatMoney(floor)}::numeric
     where ${ofBalance(accountId, balance)}
  `.execute(tx)
}

export async function updateReminders(
  tx: Tx,
  accountId: number,
  balance: Balance,
  {
    creditLevel,
    smsReminder,
    emailReminder,
    reminderPhone,
  }: Pick<Balance, 'creditLevel' | 'smsReminder' | 'emailReminder' | 'reminderPhone'>,
): Promise<void> {
  await sql`
    update balances
       set credit_level = ${formatMoney(creditLevel)}::numeric, sms_reminder = ${smsReminder}, email_reminder = ${emailReminder},
           reminder_phone = ${reminderPhone}, low_since = case when available >= ${formatMoney(creditLevel)}::numeric then null else low_since end
     where ${ofBalance(accountId, balance)}
  `.execute(tx)
}
