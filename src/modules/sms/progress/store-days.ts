import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../../engine/db/index.ts'

/** Messages per account and day: submitted, delivered and failed. Days are formatted yyyy-mm-dd. */

const columns = columnsOf('sms_days', {
  day: sql<string>`to_char(day, 'YYYY-MM-DD')`,
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
})

export type Day = RowOf<typeof columns>

/**
 * Adds counts to a day, as part of the statement that makes the changes. `counts` selects account_id, sent, delivered
 * and failed. All processes lock the rows in the order of accounts, so they cannot deadlock.
 */
export const dayPart = (counts: RawBuilder<unknown>, day: string) => sql`
  counted as (
    insert into sms_days as d (account_id, day, sent, delivered, failed)
    select v.account_id, ${day}::date, v.sent, v.delivered, v.failed
      from (${counts}) v
     where v.sent + v.delivered + v.failed > 0
     order by v.account_id
        on conflict (account_id, day) do update
       set sent = d.sent + excluded.sent, delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed
  )
`

/** Days with activity, from the first to the last, inclusive. */
export async function listDays(db: Queryable, accountId: number, first: string, last: string): Promise<Day[]> {
  const { rows } = await sql<Day>`
    select ${columns}
      from sms_days
     where account_id = ${accountId}
       and day between ${first}::date and ${last}::date
     order by day
  `.execute(db)
  return rows
}

/** A text that changes with the newest day of an account. Future days are ignored, because they would hide changes. */
export const dayMark = (accountId: RawBuilder<unknown>, now: Date) => sql`(
  select concat_ws(' ', day, sent, delivered, failed) from sms_days where account_id = ${accountId} and day <= (${now}::timestamptz at time zone 'UTC')::date order by day desc limit 1
)`
