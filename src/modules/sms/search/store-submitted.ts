import { sql } from 'kysely'
import type { Queryable, Row } from '../../../engine/db/index.ts'
import type { Origin } from '../model.ts'

/** The state of a request that was submitted by another protocol than the API. */
export interface Submitted {
  readonly sender: string
  readonly messages: readonly {
    readonly status: string
    readonly reason: string | null
    readonly doneAt: Date | null
  }[]
}

const messagesMax = 1_000

/** Null for an unknown id, and for a request of another submitter. */
export async function findSubmitted(
  db: Queryable,
  accountId: number,
  { kind, id }: Pick<Origin, 'kind' | 'id'>,
  requestId: number,
): Promise<Submitted | null> {
  const { rows } = await sql<Row<'sms_requests', 'sender' | 'first_message_id' | 'last_message_id'>>`
    select sender, first_message_id, last_message_id
      from sms_requests
     where id = ${requestId}
       and account_id = ${accountId}
       and origin ->> 'kind' = ${kind}
       and origin ->> 'id' = ${String(id)}
  `.execute(db)
  const [request] = rows
  if (request === undefined) return null
  const { rows: messages } = await sql<Row<'sms_messages', 'status' | 'reason' | 'done_at'>>`
    select status, reason, done_at
      from sms_messages
     where id between ${request.first_message_id} and ${request.last_message_id}
       and account_id + 0 = ${accountId}
     limit ${messagesMax}
  `.execute(db)
  return {
    sender: request.sender,
    messages: messages.map(({ status, reason, done_at: doneAt }) => ({ status, reason, doneAt })),
  }
}
