import { columnsOf, type Queryable, type RowOf, run } from '../../../engine/db/index.ts'

const columns = columnsOf(
  { m: 'sms_messages', r: 'sms_requests' },
  `m.id, m.account_id as account, m.request_id as request, m.recipient_id as recipient, r.sender, m.phone,
   m.carrier, m.segments as parts, m.product, m.price, m.status, m.reason, r.created_at as acceptedAt, r.due_at,
   m.submitted_at, m.done_at`,
)

/** The columns of a call record. */
export const listCallRecords = (db: Queryable, ids: readonly number[]) => run.all<RowOf<typeof columns>>(db)`
  select ${columns}
    from sms_messages m
    join sms_requests r on r.id = m.request_id
   where m.id = any(${ids}::bigint[])
   order by m.id
`
