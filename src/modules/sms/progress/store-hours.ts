import { type RawBuilder, sql } from 'kysely'
import type { Cte, Tx } from '../../../engine/db/index.ts'
import { campaignIdOf } from '../../campaigns/counts/index.ts'
import { noReceiptReason } from '../reasons.ts'

/** The reason of a cancelled message, which no report counts. */
const cancelled = sql.lit('cancelled')
const reasonLengthMax = 64
/** A failed message has a reason in reports, because an empty one marks messages that did not fail. */
const noReason = sql.lit('undelivered')

/** Nobody knows when a message without a receipt arrived. */
const isTimed = sql`c.status = 'DELIVERED' and c.submitted_at is not null and c.reason is distinct from ${sql.lit(noReceiptReason)}`

/**
 * Counts changed messages, as a part of the statement that changes them. A message counts in the hour of its submit, or
 * of its end if no carrier accepted it, so that the figures of an hour add up. `changed` has the columns of
 * `changeMessages`. All processes lock the rows in the order of their keys, so they cannot deadlock.
 */
export const countPart = (changed: Cte, now: Date): RawBuilder<unknown> => sql`
  hours_counted as (
    insert into sms_hours as h
           (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, failed_spent, delivery_seconds, timed)
    select c.account_id, date_trunc('hour', coalesce(c.submitted_at, ${now}::timestamptz), 'UTC'), c.carrier, calling_code(c.phone), coalesce(c.sender, ''),
           ${campaignIdOf(sql`c.submitter`)},
           case when c.status = 'UNDELIVERED' then left(coalesce(nullif(c.reason, ''), ${noReason}), ${sql.lit(reasonLengthMax)}) else '' end,
           count(*) filter (where c.is_taken), count(*) filter (where c.submitted_at is null),
           count(*) filter (where c.status = 'DELIVERED'), count(*) filter (where c.status = 'UNDELIVERED'),
           coalesce(sum(c.price) filter (where c.is_taken), 0),
           coalesce(sum(c.price) filter (where c.status = 'UNDELIVERED' and c.submitted_at is not null), 0),
           coalesce(sum(date_part('epoch', ${now}::timestamptz - c.submitted_at)) filter (where ${isTimed}), 0)::bigint,
           count(*) filter (where ${isTimed})
      from ${changed.name} c
     where c.is_taken
        or c.status = 'DELIVERED'
        or (c.status = 'UNDELIVERED' and c.reason is distinct from ${cancelled})
     group by 1, 2, 3, 4, 5, 6, 7
     order by 1, 2, 3, 4, 5, 6, 7
        on conflict (account_id, hour, carrier, country, sender, campaign_id, reason) do update
       set ${addHours}
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

/**
 * A text that changes with the newest hour of an account, or the hour before, whose receipts may still arrive. Future
 * hours are ignored, because they would hide changes.
 */
export const hoursMark = (accountId: RawBuilder<unknown>, now: Date) => sql`(
  select concat_ws(' ', max(h.hour), sum(h.sent), sum(h.delivered), sum(h.failed))
    from sms_hours h
   where h.account_id = ${accountId}
     and h.hour <= ${now}
     and h.hour >= (select n.hour from sms_hours n where n.account_id = ${accountId} and n.hour <= ${now} order by n.hour desc limit 1) - interval '1 hour'
)`
