import { type RawBuilder, sql } from 'kysely'
import { type Cte, columnsOf, cte, prepared, type Queryable, type RowOf } from '../../../engine/db/index.ts'
import type { CreditProduct } from '../../balance/index.ts'
import { deliveryReportJson, eventPart } from '../../webhooks/index.ts'
import type { AccountRange, CarrierRange, Endings, Final, MessageRange } from '../model.ts'
import { explainReason } from '../search/reasons.ts'
import { inRange, sortById } from './store-progress.ts'

/** Final statuses of messages. */

/** Delivery report events of ended messages, in the columns of `eventPart`. */
const reportsOf = (ended: Cte) => sql`
  select m.account_id, null::text as flat_body, null::bytea as headers, ${deliveryReportJson(sql`m`)} as body
    from ${ended.name} m
`

const endedColumns = columnsOf(
  { m: 'sms_messages' },
  {
    id: 'm.id',
    accountId: 'm.account_id',
    requestId: 'm.request_id',
    carrier: 'm.carrier',
    status: 'm.status',
    reason: 'm.reason',
    submittedAt: 'm.submitted_at',
    product: 'm.product',
    price: sql<number>`(m.price * 10000)::bigint`,
  },
).narrow<{ status: Final['status']; product: CreditProduct }>()

/**
 * Runs an update that ends messages `m`, and inserts the callback events in the same statement. `reasonText` is the
 * explanation of each reason.
 */
async function end(
  tx: Queryable,
  update: RawBuilder<unknown>,
  reasonText: RawBuilder<unknown>,
  now: Date,
): Promise<Endings> {
  const ended = cte(
    'ended',
    sql`
      ${update}
      returning m.id, m.account_id, m.request_id, m.recipient_id, m.phone, m.carrier, m.status, m.reason, m.submitted_at, m.product, m.price,
                ${reasonText} as reason_text
    `,
  )
  const told = eventPart('delivery-report', reportsOf(ended), now)
  const { rows } = await sql<RowOf<typeof endedColumns> & { readonly isTold: boolean }>`
    ${prepared}
    with ${ended.definition}, ${told.definition}
    select ${endedColumns}, exists (select from ${told.name} where due_at is not null) as "isTold"
      from ${ended.name} m
  `.execute(tx)
  return { ended: rows, isTold: rows[0]?.isTold ?? false }
}

/**
 * A final status never changes: the where clause is the only guard, so two receipts may race. The delivery time is
 * never earlier than the submit, because carriers round it to minutes or use their own clock.
 */
export function markFinal(tx: Queryable, items: readonly Final[], now: Date): Promise<Endings> {
  const finals = sortById(items)
  const texts = finals.map(({ status, reason }) => (status === 'UNDELIVERED' ? explainReason(reason) : null))
  const update = sql`
    update sms_messages m
       set status = v.status, reason = v.reason, done_at = greatest(to_timestamp(v.at_ms / 1000), m.submitted_at)
      from unnest(${finals.map(({ id }) => id)}::bigint[], ${finals.map(({ status }) => status)}::text[], ${finals.map(({ reason }) => reason)}::text[],
                  ${finals.map(({ at }) => at.getTime())}::float8[], ${texts}::text[])
        as v(id, status, reason, at_ms, reason_text)
     where m.id = v.id
       and m.status = 'PENDING'
  `
  return end(tx, update, sql`v.reason_text`, now)
}

/**
 * Expires the pending messages of a range. Skips messages that were rescheduled, which have a new expiry. Messages that
 * a carrier already had were not rescheduled with the rest of their request.
 */
export function markExpired(tx: Queryable, range: MessageRange, reason: string, now: Date): Promise<Endings> {
  const update = sql`
    update sms_messages m
       set status = 'UNDELIVERED', reason = ${reason}, done_at = ${now}
     where ${inRange(range)}
       and m.status = 'PENDING'
       and not exists (
             select from sms_requests r
              where r.id = m.request_id
                and r.valid_until > ${now}
                and (m.submitted_at is null or m.submitted_at >= r.due_at))
  `
  return end(tx, update, sql`${explainReason(reason)}::text`, now)
}

/** Not submitted, and not in a claimed batch. */
export const isWaiting = (claimed: readonly CarrierRange[]) => sql`(
  m.status = 'PENDING'
  and m.submitted_at is null
  and not exists (
    select from json_to_recordset(${JSON.stringify(claimed)}::json) as h(carrier text, "firstMessageId" bigint, "lastMessageId" bigint)
     where h.carrier = m.carrier and m.id between h."firstMessageId" and h."lastMessageId")
)`

/** Cancels the waiting messages of a range. Messages in claimed batches are sent. */
export function markCancelled(
  tx: Queryable,
  range: AccountRange,
  claimed: readonly CarrierRange[],
  now: Date,
): Promise<Endings> {
  const update = sql`
    update sms_messages m
       set status = 'UNDELIVERED', reason = 'cancelled', done_at = ${now}
     where ${inRange(range)}
       and ${isWaiting(claimed)}
  `
  return end(tx, update, sql`${explainReason('cancelled')}::text`, now)
}

/**
 * Counts the waiting messages of a range, and those that are too late to change. Cancelled messages count as neither.
 */
export async function countWaiting(
  db: Queryable,
  range: AccountRange,
  claimed: readonly CarrierRange[],
): Promise<{ waiting: number; tooLate: number }> {
  const { rows } = await sql<{ waiting: number; tooLate: number }>`
    select count(*) filter (where ${isWaiting(claimed)}) as waiting,
           count(*) filter (where not ${isWaiting(claimed)} and m.reason is distinct from 'cancelled') as "tooLate"
      from sms_messages m
     where ${inRange(range)}
  `.execute(db)
  return rows[0] ?? { waiting: 0, tooLate: 0 }
}
