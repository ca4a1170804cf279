import { sql } from 'kysely'
import { columnsOf, type RowOf } from '../../../engine/db/index.ts'
import type { HandOff } from '../../../engine/work/index.ts'
import { isActive } from '../../accounts/index.ts'
import type { Batch, Lane, NewBatch } from '../model.ts'

/** Batches of accepted requests, as parts of the statement that stores the requests. */

/**
 * A schedule time may fall into the year 10000, which JavaScript formats with a sign and zeros that PostgreSQL cannot
 * read.
 */
export const timeText = (time: Date) => time.toISOString().replace(/^\+0*/, '')

/** A lease that this process offers for due batches of a carrier and lane. */
export interface BatchOffer extends Pick<HandOff<Batch>, 'owner' | 'leaseSeconds' | 'dueBefore'> {
  readonly carrier: string
  readonly lane: Lane
}

/** With the owner of an offer, the batch may be inserted with its lease. */
export interface OfferedBatch extends NewBatch {
  readonly owner?: string
}

export const leasedColumns = columnsOf({ b: 'sms_batches' }, { id: 'b.id', firstMessageId: 'b.first_message_id' })

/** A batch that was inserted with a lease of this process. */
export type LeasedBatch = RowOf<typeof leasedColumns>

/** With more batches due, or in the hands of workers for so long, new ones are not leased: this limits the search. */
const olderMax = 100

/**
 * Offers that are accepted: no batch of the carrier and lane may be overtaken. Batches of suspended accounts are not
 * waiting.
 */
export function offersSql(offers: readonly BatchOffer[]) {
  return sql`
    select o.owner, o."leaseSeconds"
      from json_to_recordset(${JSON.stringify(offers)}::json)
        as o(carrier text, lane text, owner text, "leaseSeconds" double precision, "dueBefore" timestamptz)
     where (select count(*) < ${olderMax} and count(*) filter (where not older.is_taken) = 0
              from (select w.lease_until is not null and w.lease_until > clock_timestamp() or not ${isActive(sql`w.account_id`)} as is_taken
                      from sms_batches w
                     where w.carrier = o.carrier
                       and w.lane = o.lane
                       and w.due_at <= o."dueBefore"
                     order by w.due_at
                     limit ${olderMax}) older)
  `
}

/** Batches of suspended accounts are not sent, so they are not leased. */
export function insertBatchesSql(batches: readonly OfferedBatch[]) {
  const rows = batches.map((batch) => ({
    ...batch,
    dueAt: timeText(batch.dueAt),
    validUntil: timeText(batch.validUntil),
  }))
  return sql`
    insert into sms_batches (account_id, carrier, lane, first_message_id, last_message_id, valid_until, due_at, lease_owner, lease_until, attempts)
    select "accountId", carrier, lane, "firstMessageId", "lastMessageId", "validUntil", "dueAt",
           o.owner, clock_timestamp() + make_interval(secs => o."leaseSeconds"), case when o.owner is null then 0 else 1 end
      from json_to_recordset(${JSON.stringify(rows)}::json)
        as b("accountId" bigint, carrier text, lane text, "firstMessageId" bigint, "lastMessageId" bigint, "validUntil" timestamptz, "dueAt" timestamptz,
             owner text)
      left join offers o on o.owner = b.owner and ${isActive(sql`b."accountId"`)}
    returning id, account_id, carrier, first_message_id, last_message_id, valid_until, due_at, lease_owner
  `
}
