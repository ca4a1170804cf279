import { sql } from 'kysely'
import type { MessageFormat } from '../../../contract/account/messages.ts'
import { type DeliveryReport, trackingTextLengthMax } from '../../../contract/public/sms.ts'
import { columnsOf, prepared, type Queryable, type Row, type RowOf, run } from '../../../engine/db/index.ts'
import type { RefusedRecipient } from '../model.ts'

/** Single messages, as the members of their account see them. */

/** Compares an account without using its index. Null means all accounts, for operators. */
export const isOfAccount = (column: string, accountId: number | null) =>
  accountId === null ? sql`true` : sql`${sql.ref(column)} + 0 = ${accountId}`

const requestColumns = columnsOf('sms_requests', 'id, first_message_id, valid, invalid, duplicates, opted_out')

export type StoredRequest = RowOf<typeof requestColumns>

export function findRequest(db: Queryable, accountId: number | null, requestId: number) {
  return run.first<StoredRequest>(db)`
    select ${requestColumns}
      from sms_requests
     where id = ${requestId}
       and ${isOfAccount('account_id', accountId)}
  `
}

/** The price of a message. One that ended before a carrier accepted it costs nothing. */
const price = sql<string>`case when m.status <> 'PENDING' and m.submitted_at is null then 0 else m.price end::numeric(18, 4)`

export const messageColumns = columnsOf(
  { m: 'sms_messages', r: 'sms_requests' },
  `m.id, m.request_id, m.recipient_id, m.phone, r.sender, m.status, m.reason, m.carrier, m.segments as parts,
   m.attempts, m.retry_at, r.created_at, r.due_at, r.valid_until, m.submitted_at, m.done_at`,
  {
    /** Null when the message has the text of its request. */
    ownText: 'm.text',
    price,
  },
).narrow<{ status: DeliveryReport['status'] }>()

export type MessageRow = RowOf<typeof messageColumns>

/** The campaign title of a request, or its job name. Requests from before the length limit may have longer ones. */
export const campaignOf = (request: string) =>
  sql<
    string | null
  >`left(coalesce(${sql.ref(`${request}.campaign_title`)}, ${sql.ref(`${request}.job_name`)}), ${sql.lit(trackingTextLengthMax)})`

/** The contents of a request other than text; null for a text. */
export const formatOf = (request: string) =>
  sql<MessageFormat | null>`
    case when ${sql.ref(`${request}.wire`)} -> 'binary' is not null then 'binary'
         when ${sql.ref(`${request}.wire`)} ->> 'messageClass' = '0' then 'flash' end
  `

export const tagsOf = (request: string) => sql<readonly string[]>`coalesce(${sql.ref(`${request}.tags`)}, '{}')`

const textColumns = columnsOf(
  { r: 'sms_requests' },
  {
    id: 'r.id',
    campaign: campaignOf('r'),
    /** PINs are masked with asterisks. */
    text: 'r.text',
    format: formatOf('r'),
    tags: tagsOf('r'),
    reference: 'r.reference',
  },
)

type RequestTexts = RowOf<typeof textColumns>

export type StoredMessage = Omit<MessageRow, 'ownText'> & Omit<RequestTexts, 'id'>

const noTexts: RequestTexts = { id: 0, campaign: null, text: '', format: null, tags: [], reference: null }

/** Adds the texts of requests. Each text is read once, because many messages may share a long one. */
export async function withTexts(db: Queryable, accountId: number | null, messages: readonly MessageRow[]) {
  if (messages.length === 0) return []
  const requestIds = [...new Set(messages.map(({ requestId }) => requestId))]
  const { rows } = await sql<RequestTexts>`
    ${prepared}
    select ${textColumns}
      from sms_requests r
     where r.id = any(${requestIds}::bigint[])
       and ${isOfAccount('r.account_id', accountId)}
  `.execute(db)
  const texts = new Map(rows.map((row) => [row.id, row]))
  return messages.map(({ ownText, ...message }) => {
    const { id: _, ...request } = texts.get(message.requestId) ?? noTexts
    return { ...message, ...request, text: ownText ?? request.text }
  })
}

export async function findMessage(db: Queryable, accountId: number, messageId: number): Promise<StoredMessage | null> {
  const found = await run.first<Row<'sms_messages', 'request_id'>>(db)`
    select request_id from sms_messages where id = ${messageId} and account_id + 0 = ${accountId}
  `
  if (found === null) return null
  const range = { requestId: found.request_id, firstId: messageId, count: 1 }
  const [message = null] = await listMessagesFrom(db, accountId, range)
  return message
}

/**
 * Messages of a request from an id on. Compares the account without using its index. With both ids as values,
 * PostgreSQL plans for one partition.
 */
export async function listMessagesFrom(
  db: Queryable,
  accountId: number,
  { requestId, firstId, count }: { readonly requestId: number; readonly firstId: number; readonly count: number },
): Promise<StoredMessage[]> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id between ${firstId} and ${firstId + count - 1}
       and r.id = ${requestId}
       and m.account_id + 0 = ${accountId}
     order by m.id
  `.execute(db)
  return withTexts(db, accountId, rows)
}

const partColumns = columnsOf(
  { s: 'sms_references', p: 'sms_part_receipts?' },
  's.part, s.carrier, s.reference, s.failed_reason, p.reason, p.done_at',
  {
    /** When the carrier accepted the message once more; null for its first submit. */
    againAt: 's.again_at',
    /** The receipt after which the message became due again; null without one. */
    failedAt: 's.failed_at',
    /** Null until a receipt for this part arrives, and for messages of a single part. */
    status: 'p.status',
  },
)

export type StoredPart = RowOf<typeof partColumns>

/** The references of the parts for each submit, with the status of each part of a long message. */
export const listParts = (db: Queryable, messageId: number) => run.all<StoredPart>(db)`
  select ${partColumns}
    from sms_references s
    left join sms_part_receipts p on p.message_id = s.message_id and p.part = s.part
   where s.message_id = ${messageId}
   order by s.again_at nulls first, s.part
`

/** A waiting message was moved to another carrier. */
export interface StoredMove {
  readonly at: Date
  readonly from: string
  readonly to: string
}

/** Oldest first. */
export const listMoves = (db: Queryable, messageId: number) => run.all<StoredMove>(db)`
  select v.at, v."from", v."to"
    from sms_messages m
   cross join lateral jsonb_to_recordset(m.moves) as v(at timestamptz, "from" text, "to" text)
   where m.id = ${messageId}
`

const reportColumns = columnsOf({ m: 'sms_messages' }, 'm.request_id, m.phone, m.status, m.reason').narrow<
  Pick<DeliveryReport, 'status'>
>()

export type Report = RowOf<typeof reportColumns>

export interface ReportsQuery {
  readonly requestId: number | null
  readonly phone: string | null
  readonly page: number
  readonly limit: number
}

const endColumns = columnsOf('sms_requests', { firstId: 'first_message_id', lastId: 'last_message_id' })

/** The ids of the first and last message of a request. */
const findEnds = async (db: Queryable, accountId: number, requestId: number): Promise<RowOf<typeof endColumns>> =>
  (await run.first<RowOf<typeof endColumns>>(db)`
    select ${endColumns} from sms_requests where id = ${requestId} and account_id = ${accountId}
  `) ?? { firstId: null, lastId: null }

/**
 * Newest first. The messages of a request are a range of the primary key, so the account is compared without using its
 * index; with the ids as values, PostgreSQL plans only for their partition. Plans for a number are reused, because they
 * contain all partitions.
 */
export async function listReports(db: Queryable, accountId: number, { requestId, phone, page, limit }: ReportsQuery) {
  let where = sql`m.account_id = ${accountId}`
  if (requestId !== null) {
    const { firstId, lastId } = await findEnds(db, accountId, requestId)
    if (firstId === null) return []
    where = sql`m.id between ${firstId} and ${lastId} and m.account_id + 0 = ${accountId}`
  }
  return run.all<Report>(db)`
    ${requestId === null ? prepared : sql``}
    select ${reportColumns}
      from sms_messages m
     where ${where}
       ${phone === null ? sql`` : sql`and m.phone = ${phone}`}
     order by m.id desc
     limit ${limit}
    offset ${(page - 1) * limit}
  `
}

/** The messages of a request by status, and their price. */
export async function countMessages(db: Queryable, accountId: number, requestId: number) {
  const { firstId, lastId } = await findEnds(db, accountId, requestId)
  const { rows } = await sql<{ pending: number; delivered: number; undelivered: number; price: string }>`
    select count(*) filter (where m.status = 'PENDING') as pending,
           count(*) filter (where m.status = 'DELIVERED') as delivered,
           count(*) filter (where m.status = 'UNDELIVERED') as undelivered,
           coalesce(sum(${price}), 0)::numeric(18, 4) as price
      from sms_messages m
     where m.id between ${firstId} and ${lastId}
       and m.account_id + 0 = ${accountId}
  `.execute(db)
  return rows[0] ?? { pending: 0, delivered: 0, undelivered: 0, price: '0.0000' }
}

export const countRefused = (db: Queryable, accountId: number, requestId: number) => run.count(db)`
  select count(*) as count from sms_refused where request_id = ${requestId} and account_id = ${accountId}
`

const refusedColumns = columnsOf('sms_refused', 'recipient_id, number, why')

export function listRefused(db: Queryable, accountId: number, requestId: number, from: number, limit: number) {
  return run.all<RefusedRecipient>(db)`
    select ${refusedColumns}
      from sms_refused
     where request_id = ${requestId}
       and account_id = ${accountId}
       and place >= ${from}
       and place < ${from + limit}
     order by place
  `
}
