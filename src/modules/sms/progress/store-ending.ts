import { type RawBuilder, sql } from 'kysely'
import type { Queryable } from '../../../engine/db/index.ts'
import type { AccountRange, CarrierRange, Changed, MessageRange } from '../model.ts'
import { explainReason } from '../reasons.ts'
import { changeMessages } from './store-changes.ts'
import { inRange } from './store-progress.ts'

/** Ends messages without a carrier: expiry and cancellation. */

const end = (db: Queryable, update: RawBuilder<unknown>, reason: string, now: Date): Promise<Changed> =>
  changeMessages(db, { update, isAccepted: sql`false`, reasonText: sql`${explainReason(reason)}::text` }, now)

/**
 * Expires the pending messages of a range. Skips messages that were rescheduled, which have a new expiry. Messages that
 * a carrier already had were not rescheduled with the rest of their request.
 */
export function markExpired(tx: Queryable, range: MessageRange, reason: string, now: Date): Promise<Changed> {
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
  return end(tx, update, reason, now)
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
): Promise<Changed> {
  const update = sql`
    update sms_messages m
       set status = 'UNDELIVERED', reason = 'cancelled', done_at = ${now}
     where ${inRange(range)}
       and ${isWaiting(claimed)}
  `
  return end(tx, update, 'cancelled', now)
}

/**
 * Counts the waiting messages of a range, and those that are too late to change. Cancelled messages count as neither.
 */
export async function countWaiting(db: Queryable, range: AccountRange, claimed: readonly CarrierRange[]) {
  const { rows } = await sql<{ waiting: number; tooLate: number }>`
    select count(*) filter (where ${isWaiting(claimed)}) as waiting,
           count(*) filter (where not ${isWaiting(claimed)} and m.reason is distinct from 'cancelled') as "tooLate"
      from sms_messages m
     where ${inRange(range)}
  `.execute(db)
  return rows[0] ?? { waiting: 0, tooLate: 0 }
}
