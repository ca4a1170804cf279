import { type RawBuilder, sql } from 'kysely'
import { type Cte, cte, prepared, type Queryable } from '../../../engine/db/index.ts'
import { settleParts } from '../../balance/index.ts'
import { campaignPart } from '../../campaigns/counts/index.ts'
import { deliveryReportJson, type EventHandOff, eventPart } from '../../webhooks/index.ts'
import { type Changed, type Ended, reportEvents, sealedProduct } from '../model.ts'
import { noReceiptReason } from '../reasons.ts'
import { countPart } from './store-hours.ts'

/**
 * The one statement that changes messages after they were accepted. It applies all consequences of the rows that it
 * really changed, so a repetition or a race of two processes changes nothing twice.
 */

const event = (name: keyof typeof reportEvents) => sql.lit(reportEvents[name])

const hasEnded = sql`c.status <> 'PENDING'`
/** A message that ended before a carrier accepted it costs nothing. */
const isUnsent = sql`${hasEnded} and c.submitted_at is null`

/** Delivery report events of ended messages, in the columns of `eventPart`. */
const reportsOf = (changed: Cte) => sql`
  select c.account_id, c.id as message_id, ${deliveryReportJson(sql`c`)} as body, ${deliveryReportJson(sql`c`, true)} as variant_body, null::bytea as headers
    from ${changed.name} c
   where ${hasEnded}
`

/**
 * Reports that submitters asked for, in the order in which they get them: accepted comes before delivered. A message
 * without `rejected` in its mask that was rejected counts as failed.
 */
const submitterReportsOf = (changed: Cte, now: Date) => sql`
  insert into sms_reports (account_id, submitter, kind, request_id, message_id, phone, event, reason, submitted_at, happened_at, created_at, due_at)
  select c.account_id, c.submitter, split_part(c.submitter, '/', 1), c.request_id, c.id, c.phone, e.event, case when e.event <> ${event('taken')} then c.reported_reason end,
         c.submitted_at, case when e.event = ${event('taken')} then c.submitted_at else c.done_at end, ${now}::timestamptz, ${now}::timestamptz
    from ${changed.name} c
   cross join lateral (
     select ${event('taken')}::smallint as event where c.is_taken
      union all
     select (case when c.status = 'DELIVERED' then ${event('delivered')} when c.submitted_at is null and c.reports & ${event('rejected')} <> 0 then ${event('rejected')} else ${event('failed')} end)::smallint
      where ${hasEnded}
   ) e
   where c.submitter is not null
     and c.reports & e.event <> 0
   order by c.id, e.event desc
  returning kind
`

/** Charges accepted messages, and releases the holds of messages that ended before. */
const settlementsOf = (changed: Cte) => sql`(
  select c.account_id as "accountId", c.product, 'messages' as subject,
         coalesce(sum(c.price) filter (where c.is_taken), 0) as spent, coalesce(sum(c.price) filter (where ${isUnsent}), 0) as released
    from ${changed.name} c
   group by c.account_id, c.product
) v`

/** The values that metrics and call records need, as one row: parsing a row for each message takes longer. */
const endedOf = (changed: Cte, now: Date) => sql<readonly Ended[]>`(
  select coalesce(json_agg(e), '[]')
    from (select c.carrier, c.status, c.reason, json_agg(c.id) as ids,
                 coalesce(json_agg((date_part('epoch', ${now}::timestamptz - c.submitted_at) * 1000)::bigint)
                            filter (where c.status = 'DELIVERED' and c.submitted_at is not null and c.reason is distinct from ${sql.lit(noReceiptReason)}), '[]') as "tookMs"
            from ${changed.name} c
           where ${hasEnded}
           group by c.carrier, c.status, c.reason) e
)`

/**
 * Runs an update of messages `m`. `isAccepted` says whether it marks a message as submitted, `reasonText` explains its
 * reason, and `reportedReason` is the reason in reports to submitters. In the same statement: inserts callback events
 * and reports to submitters, settles holds, counts the messages, and deletes sealed texts that are no longer needed. `also`
 * are further parts of the statement. The parts run from the last to the first, so all processes lock the hours of
 * an account before its balance.
 */
export async function changeMessages(
  db: Queryable,
  {
    update,
    isAccepted,
    reasonText,
    reportedReason = sql`m.reason`,
    also,
  }: {
    readonly update: RawBuilder<unknown>
    readonly isAccepted: RawBuilder<unknown>
    readonly reasonText: RawBuilder<unknown>
    readonly reportedReason?: RawBuilder<unknown>
    readonly also?: { readonly parts: RawBuilder<unknown>; readonly hasWaiting: RawBuilder<unknown> }
  },
  now: Date,
  handOff: EventHandOff | null = null,
): Promise<Changed> {
  const changed = cte(
    'changed',
    sql`
      ${update}
      returning m.id, m.account_id, m.request_id, m.recipient_id, m.phone, m.carrier, m.status, m.reason, m.submitted_at, m.product, m.price, m.sender,
                m.done_at, m.submitter, m.reports, ${isAccepted} as is_taken, ${reasonText} as reason_text, ${reportedReason} as reported_reason
    `,
  )
  const published = eventPart('delivery-report', reportsOf(changed), now, handOff)
  const { rows } = await sql<Changed>`
    ${prepared}
    with ${changed.definition},
    ${published.definition},
    reported as (${submitterReportsOf(changed, now)}),
    ${campaignPart(changed.name, now)},
    wiped as (
      update sms_requests r
         set sealed_text = null
        from ${changed.name} c
       where r.id = c.request_id
         and c.product = ${sealedProduct}
         and (c.is_taken or ${hasEnded})
         and r.sealed_text is not null
    ),
    ${settleParts(settlementsOf(changed), now)},
    ${countPart(changed, now)}
    ${also === undefined ? sql`` : sql`, ${also.parts}`}
    select ${endedOf(changed, now)} as ended,
           ${published.published} as published,
           array(select distinct kind from reported) as reported,
           ${also?.hasWaiting ?? sql`false`} as "hasWaiting"
  `.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('a select without a from clause returns a row')
  return row
}
