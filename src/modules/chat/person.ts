import { sql } from 'kysely'
import { columnsOf } from '../../engine/db/index.ts'
import { erasableSource, isAccount, type PersonQuestion, type PersonSource, tableSource } from '../person/index.ts'

const isConversation = ({ accountId, phone }: PersonQuestion) =>
  sql`${isAccount('c.account_id', accountId)} and c.phone = ${phone}`

const messagesFrom = sql`chat_messages m join chat_conversations c on c.id = m.conversation_id`

/** Messages come first: a conversation is deleted when it has none left. */
export const chatPersonSources: readonly PersonSource[] = [
  erasableSource({
    name: 'chat-messages',
    columns: columnsOf(
      { m: 'chat_messages', c: 'chat_conversations' },
      {
        accountId: 'm.account_id',
        conversationId: 'm.conversation_id',
        phone: 'c.phone',
        service: 'c.service',
        direction: 'm.direction',
        state: 'm.state',
        content: 'm.content',
        transactionId: 'm.transaction_id',
        price: 'm.price',
        createdAt: 'm.created_at',
        doneAt: 'm.done_at',
        product: 'm.product',
        deliveredAt: 'm.delivered_at',
        readAt: 'm.read_at',
        failedAt: 'm.failed_at',
      },
    ),
    from: messagesFrom,
    id: sql`m.id`,
    idType: 'bigint',
    where: isConversation,
    table: 'chat_messages',
    isPending: sql`m.state = 'queued'`,
  }),
  {
    ...tableSource({
      name: 'chat-conversations',
      columns: columnsOf(
        { c: 'chat_conversations' },
        {
          accountId: 'c.account_id',
          service: 'c.service',
          business: 'c.business',
          phone: 'c.phone',
          createdAt: 'c.created_at',
          changedAt: 'c.changed_at',
          receivedAt: 'c.received_at',
        },
      ),
      from: sql`chat_conversations c`,
      id: sql`c.id`,
      idType: 'bigint',
      where: isConversation,
    }),
    async erase(tx, question, limit) {
      const { rows } = await sql`
        delete from chat_conversations d
         where d.id in (
                 select c.id
                   from chat_conversations c
                  where ${isConversation(question)}
                    and not exists (select from chat_messages m where m.conversation_id = c.id)
                  limit ${limit})
        returning 1 as one
      `.execute(tx)
      return rows.length
    },
  },
]
