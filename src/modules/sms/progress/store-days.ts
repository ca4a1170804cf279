import { type RawBuilder, sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf, type Tx } from '../../../engine/db/index.ts'

/** Messages per account and day: submitted, delivered and failed. Days are formatted yyyy-mm-dd. */

const columns = columnsOf('sms_days', {
  day: sql<string>`to_char(day, 'YYYY-MM-DD')`,
  sent: 'sent',
  delivered: 'delivered',
  failed: 'failed',
})

export type Day = RowOf<typeof columns>

export interface DayCounts extends Omit<Day, 'day'> {
  readonly accountId: number
}

/**
 * Adds counts to a day. `parts` are further common table expressions of the same statement. All processes lock the rows
 * in the order of accounts, so they cannot deadlock, and at the end of their transactions, so nobody waits long.
 */
export async function addToDays(
  tx: Tx,
  day: string,
  counts: readonly DayCounts[],
  parts: RawBuilder<unknown> | null,
): Promise<void> {
  await sql`
    ${prepared}
    ${parts === null ? sql`` : sql`with ${parts}`}
    insert into sms_days as d (account_id, day, sent, delivered, failed)
    select v.account_id, ${day}::date, v.sent, v.delivered, v.failed
      from unnest(${counts.map(({ accountId }) => accountId)}::bigint[], ${counts.map(({ sent }) => sent)}::bigint[],
                  ${counts.map(({ delivered }) => delivered)}::bigint[], ${counts.map(({ failed }) => failed)}::bigint[])
        as v(account_id, sent, delivered, failed)
     order by v.account_id
        on conflict (account_id, day) do update
       set sent = d.sent + excluded.sent, delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed
  `.execute(tx)
}

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
