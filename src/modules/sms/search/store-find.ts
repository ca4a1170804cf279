import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type Row, type RowOf } from '../../../engine/db/index.ts'
import { campaignOf } from './store-messages.ts'

/** Requests and messages with this reference, newest first. `message_id` is null for the reference of a request. */
export async function listReferences(
  db: Queryable,
  accountId: number,
  reference: string,
  limit: number,
): Promise<Row<'sms_labels', 'request_id' | 'message_id'>[]> {
  const { rows } = await sql<Row<'sms_labels', 'request_id' | 'message_id'>>`
    ${prepared}
    select request_id, message_id
      from sms_labels
     where account_id = ${accountId}
       and kind = 'reference'
       and value between (select ${reference}::text) and (select ${reference}::text)
     order by value desc, created_at desc, request_id desc, message_id desc
     limit ${limit}
  `.execute(db)
  return rows
}

const requestColumns = columnsOf({ r: 'sms_requests' }, 'r.id, r.sender, r.reference, r.created_at', {
  campaign: campaignOf('r'),
})

export type FoundRequest = RowOf<typeof requestColumns>

export async function listRequestsByIds(
  db: Queryable,
  accountId: number,
  ids: readonly number[],
): Promise<FoundRequest[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FoundRequest>`
    ${prepared}
    select ${requestColumns}
      from sms_requests r
     where r.id = any(${ids}::bigint[])
       and r.account_id + 0 = ${accountId}
     order by r.id desc
  `.execute(db)
  return rows
}

/** The request of a message, in the form of a search result. */
export async function listMessageIds(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<Row<'sms_messages', 'id' | 'request_id'>[]> {
  const { rows } = await sql<Row<'sms_messages', 'id' | 'request_id'>>`
    select id, request_id from sms_messages where id = ${id} and account_id + 0 = ${accountId}
  `.execute(db)
  return rows
}
