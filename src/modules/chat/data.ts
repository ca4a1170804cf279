import { sql } from 'kysely'
import { columnsOf, namesOf } from '../../engine/db/index.ts'
import { dataOf, ofNumber } from '../table-data/index.ts'
import { chatTimeline } from './timeline.ts'

const daysWithoutLimit = 365

/** Stands for a removed content of any type. */
const removedContent = JSON.stringify({ type: 'text', text: '' })

const messages = dataOf('chat_messages', {
  at: 'created_at',
  joins: sql`join conversations c on c.id = t.conversation_id`,
  pending: sql`t.state = 'queued'`,
  // Messages without a final state are kept, however old: they are due, or hold money.
  final: sql`t.done_at is not null and t.due_at is null`,
  person: {
    name: 'chat-messages',
    show: [
      ...namesOf('account_id, conversation_id'),
      columnsOf({ c: 'conversations' }, { phone: 'c.phone', service: 'c.channel' }),
      ...namesOf(
        `direction, state, content, transaction_id, price, created_at, done_at, product, delivered_at, read_at,
         failed_at`,
      ),
    ],
    where: ofNumber('c'),
  },
  keep: [
    {
      name: 'Chat texts',
      dataClass: 'texts',
      where: sql`not t.text_removed`,
      overwrite: { content: sql`${removedContent}::json`, text_removed: true },
    },
    { name: 'Chat messages', dataClass: 'messages', daysWithoutLimit },
  ],
  /** `content` is JSON. `state` says how the message was paid for, and the times below it the later results. */
  archive: {
    name: 'chat',
    columns: [
      ...namesOf('id, account_id'),
      columnsOf({ c: 'conversations' }, { service: 'c.channel', business: 'c.business', phone: 'c.phone' }),
      ...namesOf('direction, state'),
      columnsOf({ t: 'chat_messages' }, { content: sql<string>`t.content::text` }),
      ...namesOf(
        `carrier, transaction_id, price, session_price, reason, created_at, done_at, product, delivered_at,
         read_at, failed_at`,
      ),
    ],
    texts: ['content'],
    references: ['business', 'transaction_id', 'reason'],
  },
  history: chatTimeline,
  pendingMentions: { is: sql`t.due_at is not null and t.state = 'queued'` },
})

const templates = dataOf('chat_templates', {
  unsearched: ['category', 'components', 'language', 'name', 'provider', 'status'],
})

export const data = [messages, templates]
