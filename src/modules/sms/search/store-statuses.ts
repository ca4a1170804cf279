import { sql } from 'kysely'
import type { Queryable, Row } from '../../../engine/db/index.ts'

/** The statuses of requests with a single message, by request id. */
export async function findRequestStatuses(
  db: Queryable,
  accountId: number,
  requestIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows: requests } = await sql<Row<'sms_requests', 'id' | 'first_message_id'>>`
    select id, first_message_id
      from sms_requests
     where id = any(${requestIds}::bigint[])
       and account_id = ${accountId}
       and first_message_id is not null
  `.execute(db)
  const { rows: messages } = await sql<Row<'sms_messages', 'id' | 'status'>>`
    select id, status
      from sms_messages
     where id = any(${requests.map((one) => one.first_message_id)}::bigint[])
       and account_id + 0 = ${accountId}
  `.execute(db)
  const statuses = new Map(messages.map(({ id, status }) => [id, status]))
  return new Map(requests.map(({ id, first_message_id: message }) => [id, statuses.get(message ?? 0) ?? 'PENDING']))
}
