import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'
import { getMoney } from '../../values/money.ts'
import type { Reminder } from './reminder-text.ts'

interface WantedReminder extends Reminder {
  /** Empty when there is none. */
  readonly phone: string
}

/** Null when it is not wanted any more: there is new credit since, or it was switched off. */
export async function findWantedReminder(db: Queryable, id: number): Promise<WantedReminder | null> {
  const { rows } = await sql<
    Omit<WantedReminder, 'available' | 'creditLevel'> & { available: string; creditLevel: string }
  >`
    select a.name as "accountName", r.product, r.currency, r.available::text, r.credit_level::text as "creditLevel", b.reminder_phone as phone
      from balance_reminders r
      join balances b on b.account_id = r.account_id and b.product = r.product and b.currency = r.currency and b.low_since = r.created_at
      join accounts a on a.id = r.account_id
     where r.id = ${id}
       and case r.channel when 'sms' then b.sms_reminder and b.reminder_phone <> '' else b.email_reminder end
  `.execute(db)
  const [row] = rows
  return row ? { ...row, available: getMoney(row.available), creditLevel: getMoney(row.creditLevel) } : null
}
