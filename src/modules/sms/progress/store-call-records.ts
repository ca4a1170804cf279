import { sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf } from '../../../engine/db/index.ts'

const columns = columnsOf(
  { m: 'sms_messages', r: 'sms_requests' },
  {
    id: 'm.id',
    account: 'm.account_id',
    request: 'm.request_id',
    recipient: 'm.recipient_id',
    sender: 'r.sender',
    phone: 'm.phone',
    carrier: 'm.carrier',
    segments: 'm.segments',
    product: 'm.product',
    price: 'm.price',
    status: 'm.status',
    reason: 'm.reason',
    acceptedAt: 'r.created_at',
    dueAt: 'r.due_at',
    submittedAt: 'm.submitted_at',
    doneAt: 'm.done_at',
  },
)

/** The columns of a call record. */
export async function listCallRecords(db: Queryable, ids: readonly number[]): Promise<RowOf<typeof columns>[]> {
  const { rows } = await sql<RowOf<typeof columns>>`
    select ${columns}
      from sms_messages m
      join sms_requests r on r.id = m.request_id
     where m.id = any(${ids}::bigint[])
     order by m.id
  `.execute(db)
  return rows
}
