import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { balanceMissing, phoneNeeded } from './errors.ts'
import { type Balance, type CreditProduct, floorOf } from './rules.ts'
import { lockBalance, updatePostpaid, updateReminders } from './store-settings.ts'

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
    const balance = await getLocked(tx, accountId, product)
    const allowPostpaid = change.allowPostpaid ?? balance.allowPostpaid
    const postpaidLimit = change.postpaidLimit ?? balance.postpaidLimit
    await updatePostpaid(tx, accountId, balance, {
      allowPostpaid,
      postpaidLimit,
      floor: floorOf(balance.available, allowPostpaid, postpaidLimit),
    })
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
    const balance = await getLocked(tx, accountId, product)
    const reminders: Reminders = {
      creditLevel: change.creditLevel ?? balance.creditLevel,
      smsReminder: change.smsReminder ?? balance.smsReminder,
      emailReminder: change.emailReminder ?? balance.emailReminder,
      reminderPhone: change.reminderPhone ?? balance.reminderPhone,
    }
    if (reminders.smsReminder && reminders.reminderPhone === '') throw phoneNeeded()
    await updateReminders(tx, accountId, balance, reminders)
    return { ...balance, ...reminders }
  })
}

async function getLocked(tx: Tx, accountId: number, product: CreditProduct): Promise<Balance> {
  const balance = await lockBalance(tx, accountId, product)
  if (balance === null) throw balanceMissing()
  return balance
}
