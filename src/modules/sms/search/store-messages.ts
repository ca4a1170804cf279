import { sql } from 'kysely'
import type { Queryable } from '../../../engine/db/index.ts'

/** The SQL of looking at single messages, as the people of their account see them. */

export interface StoredRequest {
  readonly id: number
  readonly firstMessageId: number | null
  readonly valid: number
  readonly invalid: number
  readonly duplicates: number
  readonly optedOut: number
}

export async function findRequest(db: Queryable, accountId: number, requestId: number): Promise<StoredRequest | null> {
  const { rows } = await sql<StoredRequest>`
    select id, first_message_id as "firstMessageId", valid, invalid, duplicates, opted_out as "optedOut"
      from sms_requests
     where id = ${requestId}
       and account_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

export interface StoredMessage {
  readonly id: number
  readonly requestId: number
  /** Its title, or the name of its job. */
  readonly campaign: string | null
  readonly recipientId: string
  readonly phone: string
  readonly sender: string
  /** Of a PIN, with stars in its place. */
  readonly text: string
  readonly status: string
  readonly reason: string | null
  readonly carrier: string
  readonly segments: number
  readonly price: string
  readonly attempts: number
  readonly retryAt: Date | null
  readonly createdAt: Date
  readonly dueAt: Date
  readonly validUntil: Date
  readonly submittedAt: Date | null
  readonly doneAt: Date | null
}

export const messageColumns = sql`
  m.id, m.request_id as "requestId", coalesce(r.campaign_title, r.job_name) as campaign, m.recipient_id as "recipientId", m.phone, r.sender,
  coalesce(m.text, r.text) as text, m.status, m.reason, m.carrier, m.segments, m.price::text as price, m.attempts,
  m.retry_at as "retryAt", r.created_at as "createdAt", r.due_at as "dueAt", r.valid_until as "validUntil", m.submitted_at as "submittedAt",
  m.done_at as "doneAt"
`

export async function findMessage(db: Queryable, accountId: number, messageId: number): Promise<StoredMessage | null> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id = ${messageId}
       and m.account_id + 0 = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

/** So many messages from an id on. The account is compared, and not searched by. */
export async function listMessagesFrom(
  db: Queryable,
  accountId: number,
  firstId: number,
  count: number,
): Promise<StoredMessage[]> {
  const { rows } = await sql<StoredMessage>`
    select ${messageColumns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id between ${firstId} and ${firstId + count - 1}
       and m.account_id + 0 = ${accountId}
     order by m.id
  `.execute(db)
  return rows
}

export interface StoredPart {
  readonly part: number
  readonly reference: string
  /** Null while no receipt for this part has come, and where a message has only one. */
  readonly status: string | null
  readonly reason: string | null
  readonly doneAt: Date | null
}

/** What the carrier calls the parts of a message, and what became of each where there are several. */
export async function listParts(db: Queryable, messageId: number): Promise<StoredPart[]> {
  const { rows } = await sql<StoredPart>`
    select s.part, s.reference, p.status, p.reason, p.done_at as "doneAt"
      from sms_references s
      left join sms_part_receipts p on p.message_id = s.message_id and p.part = s.part
     where s.message_id = ${messageId}
     order by s.part
  `.execute(db)
  return rows
}
