import { sql } from 'kysely'
import type { Queryable, Row } from '../../../engine/db/index.ts'
import type { Origin } from '../model.ts'
import { listAwaitedCarriers } from '../sending/store-batches.ts'
import { batchesOf, listedLanes } from './store-scheduled.ts'

/** A sender ID of a submitter by another protocol than the API. */
export interface SubmittedBy extends Pick<Origin, 'kind' | 'id'> {
  readonly sender: string
  /** The maximum number of messages. */
  readonly max: number
}

/**
 * Messages to a number that were accepted until the given time and still wait, except PINs. Every waiting message is in
 * a batch, so older messages are not searched.
 */
export async function listWaitingTo(
  db: Queryable,
  accountId: number,
  phone: string,
  acceptedUntil: Date,
  by?: SubmittedBy,
): Promise<number[]> {
  const { rows: batches } = await sql<{ first: number | null }>`
    select min(first_message_id) as first from ${batchesOf(accountId, await listAwaitedCarriers(db), listedLanes)} b
  `.execute(db)
  const first = batches[0]?.first ?? null
  if (first === null) return []
  const { rows } = await sql<Row<'sms_messages', 'id'>>`
    select m.id
      from sms_messages m
     where m.account_id = ${accountId}
       and m.phone = ${phone}
       and m.id >= ${first}
       and m.status = 'PENDING'
       and m.submitted_at is null
       and m.product = 'SMS'
       and exists (select from sms_requests r where r.id = m.request_id and r.created_at <= ${acceptedUntil}${
         by === undefined
           ? sql``
           : sql` and r.sender = ${by.sender} and r.origin ->> 'kind' = ${by.kind} and r.origin ->> 'id' = ${String(by.id)}`
       })
     order by m.id desc
     limit ${by?.max ?? null}
  `.execute(db)
  return rows.map(({ id }) => id)
}
