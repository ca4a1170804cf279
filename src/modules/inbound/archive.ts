import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { sourceOf } from '../retention/index.ts'

const columns = columnsOf(
  { t: 'inbound_messages' },
  {
    id: 't.id',
    isFinal: sql<boolean>`t.due_at is null`,
    account_id: 't.account_id',
    carrier: 't.carrier',
    phone: 't.phone',
    number: 't.number',
    text: 't.text',
    kind: 't.kind',
    received_at: 't.received_at',
  },
)

/** Incoming messages, also those without an account. */
export const inboundArchive = sourceOf({
  name: 'inbound',
  columns,
  kinds: {
    id: 'value',
    account_id: 'value',
    carrier: 'value',
    phone: 'phone',
    number: 'reference',
    text: 'text',
    kind: 'value',
    received_at: 'value',
  },
  table: 'inbound_messages',
  time: 'received_at',
})
