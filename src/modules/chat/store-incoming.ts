import { sql } from 'kysely'
import type { IncomingContent, IncomingMessage } from '../../carriers/chat/channel.ts'
import { columnsOf, type Row, type RowOf, run, type Tables, type Tx } from '../../engine/db/index.ts'

/** SQL of incoming messages. */

const columns = columnsOf(
  { c: 'conversations', m: 'chat_messages?' },
  'c.account_id, c.id as conversationId, m.id as answersId, m.transaction_id',
  {
    endpointId: sql<Tables['chat_messages']['endpoint_id']>`coalesce(m.endpoint_id, c.endpoint_id)`,
    currency: sql<Tables['accounts']['currency']>`(select a.currency from accounts a where a.id = c.account_id)`,
  },
)

/**
 * The conversation of a person's message, the message that it answers, and the callback_url to notify: that of the
 * answered message, or else the latest of the conversation.
 */
export type Addressee = RowOf<typeof columns>

/**
 * The accounts that wrote to the person on the same service under the same business name, starting with the answered
 * message. Limited to two, because more make no difference. The only query across accounts, because it finds the
 * account. With an owner, only its conversation. The lock keeps old conversations from being removed meanwhile.
 */
export function listAddressees(
  tx: Tx,
  carrier: string,
  { service, business, phone, answers, answersReference = null }: IncomingMessage,
  owner: number | null,
): Promise<Addressee[]> {
  const isAnswered =
    answersReference === null
      ? sql`m.id = ${answers}::bigint`
      : sql`m.carrier = ${carrier} and m.reference = ${answersReference}`
  return run.all<Addressee>(tx)`
    select ${columns}
      from conversations c
      left join chat_messages m on ${isAnswered} and m.conversation_id = c.id and m.direction = 'out'
     where c.channel = ${service}
       and c.business = ${business}
       and c.phone = ${phone}
       and ${owner === null ? sql`true` : sql`c.account_id = ${owner}`}
     order by m.id is null, c.id
     limit 2
       for key share of c
  `
}

interface NewIncoming {
  readonly carrier: string
  readonly reference: string
  readonly content: IncomingContent
  readonly at: Date
}

type MessageId = Row<'chat_messages', 'id'>

/** Null for a duplicate. A concurrent duplicate waits for the first commit. */
export const insertIncoming = (tx: Tx, to: Addressee, message: NewIncoming) => run.value<MessageId>(tx)`
  insert into chat_messages
    (account_id, conversation_id, direction, state, content, carrier, reference, answers_id, created_at, done_at)
  values (${to.accountId}, ${to.conversationId}, 'in', 'received', ${JSON.stringify(message.content)}::json,
          ${message.carrier}, ${message.reference}, ${to.answersId}, ${message.at}, ${message.at})
      on conflict (carrier, reference) where direction = 'in' do nothing
  returning id
`
