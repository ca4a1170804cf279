import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type Row, type RowOf, run } from '../../../engine/db/index.ts'
import type { Encoding } from '../../../values/gsm.ts'
import { erasedPhone } from '../../table-data/index.ts'
import { type Origin, sealedProduct, type WireOptions } from '../model.ts'

/** Undelivered messages, to be sent again. */

const requestColumns = columnsOf(
  { r: 'sms_requests' },
  `r.id, r.sender, r.text, r.encoding, r.segments, r.job_name, r.campaign_title, r.tags, r.reference, r.origin,
   r.wire, r.first_message_id, r.last_message_id`,
  {
    validSeconds: sql<number>`date_part('epoch', r.valid_until - r.due_at)`,
  },
).narrow<{ encoding: Encoding; origin: Origin | null; wire: WireOptions | null }>()

export type EarlierRequest = RowOf<typeof requestColumns>

/** Null for an unknown request, and for a PIN: its text is gone. */
export async function findEarlierRequest(db: Queryable, accountId: number, requestId: number) {
  const request = await run.first<EarlierRequest>(db)`
    select ${requestColumns} from sms_requests r where r.id = ${requestId} and r.account_id = ${accountId}
  `
  // With the id as a value, PostgreSQL plans for one partition.
  const first = request?.firstMessageId ? await findRequestOf(db, accountId, request.firstMessageId) : null
  return first?.product === sealedProduct ? null : request
}

const messageColumns = columnsOf({ m: 'sms_messages' }, 'm.id, m.recipient_id, m.phone, m.encoding, m.segments', {
  /** Null when the message has the text of its request. */
  text: 'm.text',
}).narrow<{ encoding: Encoding | null }>()

export type EarlierMessage = RowOf<typeof messageColumns>

interface UndeliveredRange {
  readonly firstId: number
  readonly lastId: number
}

const isUndelivered = (accountId: number, { firstId, lastId }: UndeliveredRange) => sql`
  m.id between ${firstId} and ${lastId}
  and m.account_id + 0 = ${accountId}
  and m.status = 'UNDELIVERED'
  and m.reason is distinct from 'cancelled'`

interface Undelivered extends UndeliveredRange {
  readonly skip?: number
  readonly limit: number
  /** Messages to erased persons keep their position. */
  readonly hasErased?: boolean
}

/** Messages of a range that were not delivered. Cancelled ones do not count, and erased persons get no message. */
export function listUndelivered(db: Queryable, accountId: number, range: Undelivered) {
  const { skip = 0, limit, hasErased = false } = range
  return run.all<EarlierMessage>(db)`
    select ${messageColumns}
      from sms_messages m
     where ${isUndelivered(accountId, range)}
       ${hasErased ? sql`` : sql`and m.phone <> ${erasedPhone}`}
     order by m.id
    offset ${skip}
     limit ${limit}
  `
}

/** The number of undelivered messages of a range, including those to erased persons. */
export const countUndelivered = (db: Queryable, accountId: number, range: UndeliveredRange) => run.count(db)`
  select count(*) from sms_messages m where ${isUndelivered(accountId, range)}
`

/** Those of the messages that were sent again. */
export async function listResent(db: Queryable, accountId: number, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    ${prepared}
    select distinct value::bigint as id
      from sms_labels
     where account_id = ${accountId}
       and kind = 'resent'
       and value = any(${ids.map(String)}::text[])
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** The messages of a request whose recipient id is a reference of the client. */
export async function listReferred(db: Queryable, accountId: number, requestId: number): Promise<Set<number>> {
  const { rows } = await sql<{ id: number }>`
    select message_id as id
      from sms_labels
     where request_id = ${requestId}
       and account_id = ${accountId}
       and message_id is not null
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}

/** Null for an unknown message. */
export function findRequestOf(db: Queryable, accountId: number, messageId: number) {
  return run.first<Row<'sms_messages', 'request_id' | 'product'>>(db)`
    select request_id, product from sms_messages where id = ${messageId} and account_id + 0 = ${accountId}
  `
}
