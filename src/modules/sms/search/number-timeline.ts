import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf } from '../../../engine/db/index.ts'
import { readIdBound, type TimelineSource } from '../../table-data/index.ts'
import { explainReason } from '../reasons.ts'

const messageColumns = columnsOf(
  { m: 'sms_messages' },
  'm.id, m.request_id, m.sender, m.text, m.status, m.reason, m.done_at',
)

/** PINs are masked with asterisks in the text. */
const requestColumns = columnsOf({ r: 'sms_requests' }, 'r.id, r.sender, r.text', {
  at: sql<Date>`greatest(r.created_at, r.due_at)`,
})

type Request = RowOf<typeof requestColumns>

/** Messages to a number. Requests are read by their ids, because a join would be planned for all partitions. */
export const smsTimeline: TimelineSource = {
  name: 'sms',
  kinds: ['message'],
  scope: 'messages:read',
  async list({ db }, { accountId, phone }, after, limit) {
    const { rows } = await sql<RowOf<typeof messageColumns>>`
      ${prepared}
      select ${messageColumns}
        from sms_messages m
       where m.account_id = ${accountId}
         and m.phone = ${phone}
         and m.id < ${readIdBound(after)}
       order by m.id desc
       limit ${limit}
    `.execute(db)
    const requests = await findRequests(db, accountId, [...new Set(rows.map(({ requestId }) => requestId))])
    return rows.map(({ id, requestId, sender, text: ownText, status, reason, doneAt }) => {
      // Requests may be removed a little before their messages.
      const request = requests.get(requestId) ?? { sender, text: '', at: doneAt ?? new Date(0) }
      // A cancelled message was never due. Carriers may round the time of a receipt, so it does not count for others.
      const at = reason === 'cancelled' ? (doneAt ?? request.at) : request.at
      const text = ownText ?? request.text
      return {
        kind: 'message',
        at,
        position: String(id),
        direction: 'out',
        channel: 'sms',
        from: request.sender,
        text,
        textRemoved: text === '',
        status,
        reason: explainReason(reason),
      }
    })
  },
}

async function findRequests(db: Queryable, accountId: number, ids: readonly number[]) {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Request>`
    ${prepared}
    select ${requestColumns}
      from sms_requests r
     where r.id = any(${ids}::bigint[])
       and r.account_id + 0 = ${accountId}
  `.execute(db)
  return new Map(rows.map((request) => [request.id, request]))
}
