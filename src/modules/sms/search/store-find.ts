import { columnsOf, prepared, type Queryable, type Row, type RowOf, run } from '../../../engine/db/index.ts'
import type { Origin } from '../model.ts'
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

export async function listRequestsByIds(db: Queryable, accountId: number, ids: readonly number[]) {
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

/** The sender IDs of the last messages to numbers. Requests are read by their ids, because a join would be planned for all partitions. */
export async function listLastSenders(db: Queryable, accountId: number, phones: readonly string[]) {
  const messages = await run.all<Row<'sms_messages', 'phone' | 'request_id'>>(db)`
    ${prepared}
    select v.phone, m.request_id
      from unnest(${phones}::text[]) as v(phone)
     cross join lateral (
       select request_id from sms_messages where account_id = ${accountId} and phone = v.phone order by id desc limit 1
     ) m
  `
  if (messages.length === 0) return new Map()
  const requests = await run.all<Row<'sms_requests', 'id' | 'sender'>>(db)`
    ${prepared}
    select id, sender
      from sms_requests
     where id = any(${messages.map((message) => message.request_id)}::bigint[])
       and account_id + 0 = ${accountId}
  `
  const senders = new Map(requests.map(({ id, sender }) => [id, sender]))
  return new Map(
    messages.flatMap(({ phone, request_id: requestId }) => {
      const sender = senders.get(requestId)
      return sender === undefined ? [] : [[phone, sender] as const]
    }),
  )
}

/** The statuses of requests with a single message, by request id. */
export async function findRequestStatuses(db: Queryable, accountId: number, requestIds: readonly number[]) {
  const requests = await run.all<Row<'sms_requests', 'id' | 'first_message_id'>>(db)`
    select id, first_message_id
      from sms_requests
     where id = any(${requestIds}::bigint[])
       and account_id = ${accountId}
       and first_message_id is not null
  `
  const messages = await run.all<Row<'sms_messages', 'id' | 'status'>>(db)`
    select id, status
      from sms_messages
     where id = any(${requests.map((one) => one.first_message_id)}::bigint[])
       and account_id + 0 = ${accountId}
  `
  const statuses = new Map(messages.map(({ id, status }) => [id, status]))
  return new Map(requests.map(({ id, first_message_id: message }) => [id, statuses.get(message ?? 0) ?? 'PENDING']))
}

const resultColumns = columnsOf('sms_messages', 'status, reason, done_at')

/** The state of a request that was submitted by another protocol than the API. */
export interface Submitted {
  readonly sender: string
  readonly messages: readonly RowOf<typeof resultColumns>[]
}

const messagesMax = 1_000

/** Null for an unknown id, and for a request of another submitter. */
export async function findSubmitted(
  db: Queryable,
  accountId: number,
  { kind, id }: Pick<Origin, 'kind' | 'id'>,
  requestId: number,
): Promise<Submitted | null> {
  const request = await run.first<Row<'sms_requests', 'sender' | 'first_message_id' | 'last_message_id'>>(db)`
    select sender, first_message_id, last_message_id
      from sms_requests
     where id = ${requestId}
       and account_id = ${accountId}
       and origin ->> 'kind' = ${kind}
       and origin ->> 'id' = ${String(id)}
  `
  if (request === null) return null
  const messages = await run.all<RowOf<typeof resultColumns>>(db)`
    select ${resultColumns}
      from sms_messages
     where id between ${request.first_message_id} and ${request.last_message_id}
       and account_id + 0 = ${accountId}
     limit ${messagesMax}
  `
  return { sender: request.sender, messages }
}
