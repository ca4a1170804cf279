import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isReminder = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('b.account_id', accountId)} and b.reminder_phone = ${phone}`

/** The number that low-balance reminders go to. Erasing it turns them off. */
export const balancePersonSource: PersonSource = {
  ...tableSource({
    name: 'balance-reminders',
    columns: columnsOf(
      { b: 'balances' },
      { accountId: 'b.account_id', product: 'b.product', currency: 'b.currency', phone: 'b.reminder_phone' },
    ),
    from: sql`balances b`,
    id: sql`(b.account_id::text || ' ' || b.product || ' ' || b.currency)`,
    idType: 'text',
    where: isReminder,
  }),
  async erase(tx, question) {
    const { rows } = await sql`
      update balances b
         set reminder_phone = '', sms_reminder = false
       where ${isReminder(question)}
      returning 1 as one
    `.execute(tx)
    return rows.length
  },
}
