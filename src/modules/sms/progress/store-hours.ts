import { type RawBuilder, sql } from 'kysely'
import type { Cte, Tx } from '../../../engine/db/index.ts'
import { dayOf } from '../../../values/time.ts'
import { campaignIdOf } from '../../campaign-state/index.ts'
import { noReceiptReason } from '../search/reasons.ts'

/** The reason of a cancelled message, which no report counts. */
const cancelled = sql.lit('cancelled')
const reasonLengthMax = 64
/** A failed message has a reason in reports, because an empty one marks messages that did not fail. */
const noReason = sql.lit('undelivered')

/** Nobody knows when a message without a receipt arrived. */
const isTimed = sql`c.status = 'DELIVERED' and c.submitted_at is not null and c.reason is distinct from ${sql.lit(noReceiptReason)}`

/**
 * Counts changed messages, as parts of the statement that changes them. In `sms_hours`, for reports, a message counts in
 * the hour of its submit, or of its end if no carrier accepted it, so that the figures of an hour add up. In `sms_days`
 * every change counts on the day that it happens, so that live updates only watch the current day. `changed` has the
 * columns of `changeMessages`; `hasCampaigns` says whether it may have messages of campaigns. All processes lock the
 * rows in the order of their keys, so they cannot deadlock.
 */
export const countParts = (changed: Cte, now: Date, hasCampaigns: boolean): RawBuilder<unknown> => sql`
  hours as materialized (
    select c.account_id, date_trunc('hour', coalesce(c.submitted_at, ${now}::timestamptz), 'UTC') as hour, c.carrier, calling_code(c.phone) as country,
           coalesce(c.sender, '') as sender, ${hasCampaigns ? campaignIdOf(sql`c.submitter`) : sql`0::bigint`} as campaign_id,
           case when c.status = 'UNDELIVERED' then left(coalesce(nullif(c.reason, ''), ${noReason}), ${sql.lit(reasonLengthMax)}) else '' end as reason,
           count(*) filter (where c.is_taken) as sent, count(*) filter (where c.submitted_at is null) as unsent,
           count(*) filter (where c.status = 'DELIVERED') as delivered, count(*) filter (where c.status = 'UNDELIVERED') as failed,
           coalesce(sum(c.price) filter (where c.is_taken), 0) as spent,
           coalesce(sum(c.price) filter (where c.status = 'UNDELIVERED' and c.submitted_at is not null), 0) as failed_spent,
           coalesce(sum(date_part('epoch', ${now}::timestamptz - c.submitted_at)) filter (where ${isTimed}), 0)::bigint as delivery_seconds,
           count(*) filter (where ${isTimed}) as timed
      from ${changed.name} c
     where c.is_taken
        or c.status = 'DELIVERED'
        or (c.status = 'UNDELIVERED' and c.reason is distinct from ${cancelled})
     group by 1, 2, 3, 4, 5, 6, 7
  ),
  hours_counted as (
    insert into sms_hours as h
           (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
    select *
      from hours
     order by account_id, hour, carrier, country, sender, campaign_id, reason
        on conflict (account_id, hour, carrier, country, sender, campaign_id, reason) do update
       set ${addHours}
  ),
  days_counted as (
    insert into sms_days as d (account_id, day, sent, delivered, failed)
    select account_id, ${dayOf(now)}::date, sum(sent), sum(delivered), sum(failed)
      from hours
     group by account_id
     order by account_id
        on conflict (account_id, day) do update
       set sent = d.sent + excluded.sent, delivered = d.delivered + excluded.delivered, failed = d.failed + excluded.failed
  )
`

/**
 * Moves the counts of submitted messages to their new carrier, so that the figures of both carriers add up. Messages
 * that were not submitted are not counted yet.
 */
export async function moveCounts(tx: Tx, from: string, ids: readonly number[]): Promise<void> {
  await sql`
    insert into sms_hours as h
           (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
    select m.account_id, date_trunc('hour', m.submitted_at, 'UTC'), c.carrier, calling_code(m.phone), coalesce(m.sender, ''), ${campaignIdOf(sql`m.submitter`)}, '',
           sum(c.sign), 0, 0, 0, sum(c.sign * m.price), 0, 0, 0
      from sms_messages m
     cross join lateral (values (${from}::text, -1), (m.carrier, 1)) as c(carrier, sign)
     where m.id = any(${ids}::bigint[])
       and m.submitted_at is not null
     group by 1, 2, 3, 4, 5, 6
     order by 1, 2, 3, 4, 5, 6
        on conflict (account_id, hour, carrier, country, sender, campaign_id, reason) do update
       set ${addHours}
  `.execute(tx)
}

/** Adds the figures of an excluded row to the row `h`. */
export const addHours = sql.raw(
  ['sent', 'unsent', 'delivered', 'failed', 'spent', 'failed_spent', 'delivery_seconds', 'timed']
    .map((figure) => `${figure} = h.${figure} + excluded.${figure}`)
    .join(', '),
)

/** A text that changes with the newest day of an account. Future days are ignored, because they would hide changes. */
export const dayMark = (accountId: RawBuilder<unknown>, now: Date) => sql`(
  select concat_ws(' ', day, sent, delivered, failed) from sms_days where account_id = ${accountId} and day <= (${now}::timestamptz at time zone 'UTC')::date order by day desc limit 1
)`
