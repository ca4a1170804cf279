import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { sourceOf } from '../retention/index.ts'

const columns = columnsOf(
  { t: 'chat_messages', c: 'chat_conversations' },
  {
    id: 't.id',
    isFinal: sql<boolean>`t.done_at is not null and t.due_at is null`,
    account_id: 't.account_id',
    service: 'c.service',
    business: 'c.business',
    phone: 'c.phone',
    direction: 't.direction',
    state: 't.state',
    content: sql<string>`t.content::text`,
    carrier: 't.carrier',
    transaction_id: 't.transaction_id',
    price: 't.price',
    session_price: 't.session_price',
    reason: 't.reason',
    created_at: 't.created_at',
    done_at: 't.done_at',
    product: 't.product',
    delivered_at: 't.delivered_at',
    read_at: 't.read_at',
    failed_at: 't.failed_at',
  },
)

/** `content` is JSON. `state` says how the message was paid for, and the times below it the later results. */
export const chatArchive = sourceOf({
  name: 'chat',
  columns,
  kinds: {
    id: 'value',
    account_id: 'value',
    service: 'value',
    business: 'reference',
    phone: 'phone',
    direction: 'value',
    state: 'value',
    content: 'text',
    carrier: 'value',
    transaction_id: 'reference',
    price: 'value',
    session_price: 'value',
    reason: 'reference',
    created_at: 'value',
    done_at: 'value',
    product: 'value',
    delivered_at: 'value',
    read_at: 'value',
    failed_at: 'value',
  },
  table: 'chat_messages',
  joins: sql`join chat_conversations c on c.id = t.conversation_id`,
  time: 'created_at',
})
