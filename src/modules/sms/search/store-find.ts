import { columnsOf, prepared, type Queryable, type Row, type RowOf, run } from '../../../engine/db/index.ts'
import { campaignOf } from './store-messages.ts'

/** Requests and messages with this reference, newest first. `message_id` is null for the reference of a request. */
export function listReferences(db: Queryable, accountId: number, reference: string, limit: number) {
  return run.all<Row<'sms_labels', 'request_id' | 'message_id'>>(db)`
    ${prepared}
    select request_id, message_id
      from sms_labels
     where account_id = ${accountId}
       and kind = 'reference'
       and value between (select ${reference}::text) and (select ${reference}::text)
     order by value desc, created_at desc, request_id desc, message_id desc
     limit ${limit}
  `
}

const requestColumns = columnsOf({ r: 'sms_requests' }, 'r.id, r.sender, r.reference, r.created_at', {
  campaign: campaignOf('r'),
})

export type FoundRequest = RowOf<typeof requestColumns>

export function listRequestsByIds(db: Queryable, accountId: number, ids: readonly number[]): Promise<FoundRequest[]> {
  if (ids.length === 0) return []
  return run.all<FoundRequest>(db)`
    ${prepared}
    select ${requestColumns}
      from sms_requests r
     where r.id = any(${ids}::bigint[])
       and r.account_id + 0 = ${accountId}
     order by r.id desc
  `
}

/** The request of a message, in the form of a search result. */
export function listMessageIds(db: Queryable, accountId: number, id: number) {
  return run.all<Row<'sms_messages', 'id' | 'request_id'>>(db)`
    select id, request_id from sms_messages where id = ${id} and account_id + 0 = ${accountId}
  `
}
