import { sql } from 'kysely'
import type { DeliveryReport } from '../../../contract/public/sms.ts'
import type { Queryable } from '../../../engine/db/index.ts'
import type { RefusedReason } from '../model.ts'

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
  readonly status: DeliveryReport['status']
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

export interface Report {
  readonly requestId: number
  readonly phone: string
  readonly status: DeliveryReport['status']
}

export interface ReportsQuestion {
  readonly requestId: number | null
  readonly phone: string | null
  readonly page: number
  readonly limit: number
}

/**
 * Newest first. A request's messages are a range of the primary key, and then the account is compared, and not searched
 * by.
 */
export async function listReports(
  db: Queryable,
  accountId: number,
  { requestId, phone, page, limit }: ReportsQuestion,
): Promise<Report[]> {
  const end = (column: 'first_message_id' | 'last_message_id') =>
    sql`(select ${sql.ref(column)} from sms_requests where id = ${requestId} and account_id = ${accountId})`
  const where =
    requestId === null
      ? sql`m.account_id = ${accountId}`
      : sql`m.id between ${end('first_message_id')} and ${end('last_message_id')} and m.account_id + 0 = ${accountId}`
  const { rows } = await sql<Report>`
    select m.request_id as "requestId", m.phone, m.status
      from sms_messages m
     where ${where}
       ${phone === null ? sql`` : sql`and m.phone = ${phone}`}
     order by m.id desc
     limit ${limit}
    offset ${(page - 1) * limit}
  `.execute(db)
  return rows
}

export async function countRefused(db: Queryable, accountId: number, requestId: number): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from sms_refused where request_id = ${requestId} and account_id = ${accountId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

export interface StoredRefused {
  readonly recipientId: string
  readonly number: string
  readonly why: RefusedReason
}

/** So many from a place on. */
export async function listRefused(
  db: Queryable,
  accountId: number,
  requestId: number,
  from: number,
  limit: number,
): Promise<StoredRefused[]> {
  const { rows } = await sql<StoredRefused>`
    select recipient_id as "recipientId", number, why
      from sms_refused
     where request_id = ${requestId}
       and account_id = ${accountId}
       and place >= ${from}
       and place < ${from + limit}
     order by place
  `.execute(db)
  return rows
}
