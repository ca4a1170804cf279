import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { run, type Tx } from '../../engine/db/index.ts'
import { formatMoney } from '../../values/money.ts'
import { refuse } from '../../values/refusal.ts'
import { type CreditProduct, floorOf } from './rules.ts'
import { type Balance, findBalance } from './store.ts'

/** Undefined keeps the value. */
export type Change<T> = { readonly [Name in keyof T]?: T[Name] | undefined }

export type Postpaid = Pick<Balance, 'allowPostpaid' | 'postpaidLimit'>
export type Reminders = Pick<Balance, 'creditLevel' | 'smsReminder' | 'emailReminder' | 'reminderPhone'>

/** A limit below the current debt only stops further spending. */
export function setPostpaid(
  ctx: Context,
  accountId: number,
  product: CreditProduct,
  change: Change<Postpaid>,
): Promise<Balance> {
  return ctx.db.transaction(async (tx) => {
    const balance = await lockBalance(tx, accountId, product)
    const allowPostpaid = change.allowPostpaid ?? balance.allowPostpaid
    const postpaidLimit = change.postpaidLimit ?? balance.postpaidLimit
    const floor = floorOf(balance.available, allowPostpaid, postpaidLimit)
    await sql`
      update balances
         set allow_postpaid = ${allowPostpaid}, postpaid_limit = ${formatMoney(postpaidLimit)}::numeric, floor = ${formatMoney(floor)}::numeric
       where ${isBalance(accountId, balance)}
    `.execute(tx)
    return { ...balance, allowPostpaid, postpaidLimit }
  })
}

/** An account with enough credit for the new level is reminded the next time it falls below. */
export function setReminders(
  ctx: Context,
  accountId: number,
  product: CreditProduct,
  change: Change<Reminders>,
): Promise<Balance> {
  return ctx.db.transaction(async (tx) => {
    const balance = await lockBalance(tx, accountId, product)
    const reminders: Reminders = {
      creditLevel: change.creditLevel ?? balance.creditLevel,
      smsReminder: change.smsReminder ?? balance.smsReminder,
      emailReminder: change.emailReminder ?? balance.emailReminder,
      reminderPhone: change.reminderPhone ?? balance.reminderPhone,
    }
    if (reminders.smsReminder && reminders.reminderPhone === '') throw refuse('reminder_phone_missing')
    const creditLevel = formatMoney(reminders.creditLevel)
    await sql`
      update balances
         set credit_level = ${creditLevel}::numeric, sms_reminder = ${reminders.smsReminder}, email_reminder = ${reminders.emailReminder},
             reminder_phone = ${reminders.reminderPhone}, low_since = case when available >= ${creditLevel}::numeric then null else low_since end
       where ${isBalance(accountId, balance)}
    `.execute(tx)
    return { ...balance, ...reminders }
  })
}

const isBalance = (accountId: number, { product, currency }: Balance) =>
  sql`account_id = ${accountId} and product = ${product} and currency = ${currency}`

/** Locks the balance in the currency of the account. */
export async function lockBalance(tx: Tx, accountId: number, product: CreditProduct): Promise<Balance> {
  await run.write(tx)`
    select from balances where account_id = ${accountId} and product = ${product} order by currency for update
  `
  const balance = await findBalance(tx, accountId, product)
  if (balance === null) throw refuse('balance_not_found')
  return balance
}
