import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Row, type RowOf } from '../../../engine/db/index.ts'
import type { HandOff } from '../../../engine/work/index.ts'
import { isActive } from '../../accounts/index.ts'
import type { Batch, Lane, NewBatch, RefusedRecipient } from '../model.ts'

/** Parts of the statement that stores requests: batches, labels (tags and references), and refused recipients. */

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

export interface NewLabel {
  readonly requestId: number
  /** The position among the labels of the request, from 0. */
  readonly place: number
  readonly accountId: number
  readonly kind: Row<'sms_labels', 'kind'>['kind']
  readonly value: string
  /** Omitted when it is a label of all messages of the request. */
  readonly messageId?: number
}

/** A common table expression that inserts labels. */
export const insertLabelsSql = (labels: readonly NewLabel[], now: Date) => sql`
  labels as (
    insert into sms_labels (request_id, place, account_id, kind, value, message_id, created_at)
    select "requestId", place, "accountId", kind, value, "messageId", ${now}::timestamptz
      from json_to_recordset(${JSON.stringify(labels)}::json)
        as l("requestId" bigint, place integer, "accountId" bigint, kind text, value text, "messageId" bigint)
  )
`

export interface NewRefused extends RefusedRecipient {
  readonly requestId: number
  /** The position among the refused recipients of the request, from 0. */
  readonly place: number
  readonly accountId: number
  /** The report to the submitter; omitted when it wants none. */
  readonly report?: { readonly submitter: string; readonly phone: string; readonly event: number }
}

/** Common table expressions that insert the recipients, and the reports about them. */
export function insertRefusedSql(refused: readonly NewRefused[], now: Date): RawBuilder<unknown> {
  const rows = refused.map(({ report, ...row }) => ({ ...row, ...report }))
  return sql`
    refused_rows as materialized (
      select *
        from json_to_recordset(${JSON.stringify(rows)}::json)
          as r("requestId" bigint, place integer, "accountId" bigint, "recipientId" text, number text, why text,
               submitter text, phone text, event smallint)
    ),
    refused as (
      insert into sms_refused (request_id, place, account_id, recipient_id, number, why)
      select "requestId", place, "accountId", "recipientId", number, why from refused_rows
    ),
    refused_reports as (
      insert into sms_reports (account_id, submitter, kind, request_id, message_id, recipient_id, phone, event, reason, happened_at, created_at, due_at)
      select "accountId", submitter, split_part(submitter, '/', 1), "requestId", null, "recipientId", phone, event, why,
             ${now}::timestamptz, ${now}::timestamptz, ${now}::timestamptz
        from refused_rows
       where submitter is not null
    )
  `
}
