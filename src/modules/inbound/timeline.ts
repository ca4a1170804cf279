import { columnsOf } from '../../engine/db/index.ts'
import { tableTimeline } from '../timeline/index.ts'

const columns = columnsOf('inbound_messages', {
  id: 'id',
  number: 'number',
  text: 'text',
  textRemoved: 'text_removed',
  kind: 'kind',
  receivedAt: 'received_at',
})

/** Incoming messages of a number. The status names a command word. */
export const inboundTimeline = tableTimeline({
  name: 'inbound',
  kinds: ['inbound'],
  scope: 'inbound:read',
  table: 'inbound_messages',
  columns,
  show: ({ number, text, textRemoved, kind, receivedAt }) => ({
    kind: 'inbound',
    at: receivedAt,
    direction: 'in',
    channel: 'sms',
    from: number,
    text,
    textRemoved,
    status: kind === 'message' ? null : kind,
  }),
})
