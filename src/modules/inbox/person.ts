import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonQuestion, type PersonSource } from '../person/index.ts'

const isConversation = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('c.account_id', accountId)} and c.phone = ${phone}`

/** Notes come first: they are deleted with their conversation. */
export const inboxPersonSources: readonly PersonSource[] = [
  erasableSource({
    name: 'conversation-notes',
    columns: columnsOf(
      { n: 'conversation_notes', c: 'conversations' },
      {
        accountId: 'n.account_id',
        conversationId: 'n.conversation_id',
        phone: 'c.phone',
        kind: 'n.kind',
        author: 'n.author',
        text: 'n.text',
        createdAt: 'n.created_at',
      },
    ),
    from: sql`conversation_notes n join conversations c on c.id = n.conversation_id`,
    id: sql`n.id`,
    idType: 'bigint',
    where: isConversation,
    table: 'conversation_notes',
  }),
  erasableSource({
    name: 'conversations',
    columns: columnsOf(
      { c: 'conversations' },
      {
        accountId: 'c.account_id',
        channel: 'c.channel',
        business: 'c.business',
        phone: 'c.phone',
        status: 'c.status',
        incoming: 'c.incoming',
        replies: 'c.replies',
        lastText: 'c.last_text',
        lastDirection: 'c.last_direction',
        lastAt: 'c.last_at',
        createdAt: 'c.created_at',
      },
    ),
    from: sql`conversations c`,
    id: sql`c.id`,
    idType: 'bigint',
    where: isConversation,
    table: 'conversations',
  }),
]
