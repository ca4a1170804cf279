import { sql } from 'kysely'
import { prepared, type Queryable, type Row } from '../../../engine/db/index.ts'

/** The sender IDs of the last messages to numbers. Requests are read by their ids, because a join would be planned for all partitions. */
export async function listLastSenders(
  db: Queryable,
  accountId: number,
  phones: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const { rows: messages } = await sql<Row<'sms_messages', 'phone' | 'request_id'>>`
    ${prepared}
    select v.phone, m.request_id
      from unnest(${phones}::text[]) as v(phone)
     cross join lateral (
       select request_id from sms_messages where account_id = ${accountId} and phone = v.phone order by id desc limit 1
     ) m
  `.execute(db)
  if (messages.length === 0) return new Map()
  const { rows: requests } = await sql<Row<'sms_requests', 'id' | 'sender'>>`
    ${prepared}
    select id, sender
      from sms_requests
     where id = any(${messages.map((message) => message.request_id)}::bigint[])
       and account_id + 0 = ${accountId}
  `.execute(db)
  const senders = new Map(requests.map(({ id, sender }) => [id, sender]))
  return new Map(
    messages.flatMap(({ phone, request_id: requestId }) => {
      const sender = senders.get(requestId)
      return sender === undefined ? [] : [[phone, sender] as const]
    }),
  )
}
