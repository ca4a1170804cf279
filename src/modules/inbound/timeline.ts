import { sql } from 'kysely'
import { columnsOf, prepared, type RowOf } from '../../engine/db/index.ts'
import { readIdBound, type TimelineSource } from '../timeline/index.ts'

const columns = columnsOf('inbound_messages', {
  id: 'id',
  number: 'number',
  text: 'text',
  textRemoved: 'text_removed',
  kind: 'kind',
  receivedAt: 'received_at',
})

/** Incoming messages of a number. The status names a command word. */
export const inboundTimeline: TimelineSource = {
  name: 'inbound',
  kinds: ['inbound'],
  scope: 'inbound:read',
  async list(db, { accountId, phone }, after, limit) {
    const { rows } = await sql<RowOf<typeof columns>>`
      ${prepared}
      select ${columns}
        from inbound_messages
       where account_id = ${accountId}
         and phone = ${phone}
         and id < ${readIdBound(after)}
       order by id desc
       limit ${limit}
    `.execute(db)
    return rows.map(({ id, number, text, textRemoved, kind, receivedAt }) => ({
      kind: 'inbound',
      at: receivedAt,
      position: String(id),
      direction: 'in',
      channel: 'sms',
      from: number,
      text,
      textRemoved,
      status: kind === 'message' ? null : kind,
    }))
  },
}
