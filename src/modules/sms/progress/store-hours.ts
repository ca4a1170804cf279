import { type RawBuilder, sql } from 'kysely'
import type { Cte } from '../../../engine/db/index.ts'
import { campaignIdOf } from '../../campaign-state/index.ts'
import { noReceiptReason } from '../search/reasons.ts'

/** The reason of a cancelled message, which no report counts. */
const cancelled = sql.lit('cancelled')
const reasonLengthMax = 64

/**
 * Counts changed messages by hour, as part of the statement that changes them. A message counts in the hour of its
 * submit, or of its end if no carrier accepted it, so that the figures of an hour add up. `changed` has the columns of
 * `changeMessages`; `hasCampaigns` says whether it may have messages of campaigns. All processes lock the rows in the
 * order of their keys, so they cannot deadlock.
 */
export const hourPart = (changed: Cte, now: Date, hasCampaigns: boolean): RawBuilder<unknown> => sql`
  hours_counted as (
    insert into sms_hours as h
           (account_id, hour, carrier, country, sender, campaign_id, reason, sent, unsent, delivered, failed, spent, delivery_seconds, timed)
    select c.account_id, date_trunc('hour', coalesce(c.submitted_at, ${now}::timestamptz), 'UTC'), c.carrier, calling_code(c.phone), coalesce(c.sender, ''),
           ${hasCampaigns ? campaignIdOf(sql`c.submitter`) : sql`0::bigint`},
           case when c.status = 'UNDELIVERED' then left(coalesce(c.reason, ''), ${sql.lit(reasonLengthMax)}) else '' end,
           count(*) filter (where c.is_taken), count(*) filter (where c.submitted_at is null), count(*) filter (where c.status = 'DELIVERED'),
           count(*) filter (where c.status = 'UNDELIVERED'), coalesce(sum(c.price) filter (where c.is_taken), 0),
           coalesce(sum(extract(epoch from ${now}::timestamptz - c.submitted_at)) filter (where ${isTimed}), 0)::bigint, count(*) filter (where ${isTimed})
      from ${changed.name} c
     where c.is_taken
        or c.status = 'DELIVERED'
        or (c.status = 'UNDELIVERED' and c.reason is distinct from ${cancelled})
     group by 1, 2, 3, 4, 5, 6, 7
     order by 1, 2, 3, 4, 5, 6, 7
        on conflict (account_id, hour, carrier, country, sender, campaign_id, reason) do update
       set sent = h.sent + excluded.sent, unsent = h.unsent + excluded.unsent, delivered = h.delivered + excluded.delivered,
           failed = h.failed + excluded.failed, spent = h.spent + excluded.spent,
           delivery_seconds = h.delivery_seconds + excluded.delivery_seconds, timed = h.timed + excluded.timed
  )
`

/** Nobody knows when a message without a receipt arrived. */
const isTimed = sql`c.status = 'DELIVERED' and c.submitted_at is not null and c.reason is distinct from ${sql.lit(noReceiptReason)}`
