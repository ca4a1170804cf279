import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { columnsOf, type RowOf } from '../../engine/db/index.ts'
import { getMoney } from '../../values/money.ts'
import type { Reminder } from './reminder-text.ts'

const columns = columnsOf(
  { r: 'balance_reminders', b: 'balances', a: 'accounts' },
  {
    accountName: 'a.name',
    language: 'a.language',
    product: 'r.product',
    currency: 'r.currency',
    available: 'r.available',
    creditLevel: 'r.credit_level',
    phone: 'b.reminder_phone',
  },
)

interface WantedReminder extends Reminder {
  /** Empty when missing. */
  readonly phone: string
}

/** Null when the reminder is obsolete: the account has new credit, or reminders are off. */
export async function findWantedReminder(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: number,
): Promise<WantedReminder | null> {
  const { rows } = await sql<RowOf<typeof columns>>`
    select ${columns}
      from balance_reminders r
      join balances b on b.account_id = r.account_id and b.product = r.product and b.currency = r.currency and b.low_since = r.created_at
      join accounts a on a.id = r.account_id
     where r.id = ${id}
       and case r.channel when 'sms' then b.sms_reminder and b.reminder_phone <> '' else b.email_reminder end
  `.execute(db)
  const [row] = rows
  if (row === undefined) return null
  const { available, creditLevel, language } = row
  return {
    ...row,
    language: language ?? config.language,
    available: getMoney(available),
    creditLevel: getMoney(creditLevel),
  }
}
