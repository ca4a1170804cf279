import { sql } from 'kysely'
import type { IncomingMessage } from '../../carriers/chat/channel.ts'
import type { Tx } from '../../engine/db/index.ts'

/** The SQL of what people wrote. */

/** Where a person's message belongs, and what it answers. */
export interface Addressee {
  readonly accountId: number
  readonly conversationId: number
  readonly endpointId: number | null
  readonly answersId: number | null
  readonly transactionId: string | null
}

/** By the message that is answered; where the channel does not say, by the account that wrote to the person last, on the same service as the same business. */
export async function findAddressee(tx: Tx, { service, business, phone, answers }: IncomingMessage): Promise<Addressee | null> {
  const { rows } = await sql<Addressee>`
    select c.account_id as "accountId", c.id as "conversationId", c.endpoint_id as "endpointId", m.id as "answersId", m.transaction_id as "transactionId"
      from chat_conversations c
      left join chat_messages m on m.id = ${answers}::bigint and m.conversation_id = c.id and m.direction = 'out'
     where c.service = ${service}
       and c.business = ${business}
       and c.phone = ${phone}
     order by m.id is null, (select max(o.id) from chat_messages o where o.conversation_id = c.id and o.direction = 'out') desc nulls last
     limit 1
  `.execute(tx)
  return rows[0] ?? null
}

export interface NewIncoming {
  readonly carrier: string
  readonly reference: string
  readonly text: string
  readonly at: Date
}

/** False when it came before: of two at once the second waits for the first one's commit. */
export async function insertIncoming(tx: Tx, to: Addressee, { carrier, reference, text, at }: NewIncoming): Promise<boolean> {
  const content = JSON.stringify({ type: 'text', text })
  const { rows } = await sql`
    insert into chat_messages (account_id, conversation_id, direction, state, content, carrier, reference, answers_id, created_at, done_at)
    values (${to.accountId}, ${to.conversationId}, 'in', 'received', ${content}::json, ${carrier}, ${reference}, ${to.answersId}, ${at}, ${at})
        on conflict (carrier, reference) where direction = 'in' do nothing
    returning id
  `.execute(tx)
  return rows.length > 0
}

export async function markReceived(tx: Tx, { accountId, conversationId }: Addressee, at: Date): Promise<void> {
  await sql`
    update chat_conversations
       set received_at = greatest(received_at, ${at}::timestamptz), changed_at = greatest(changed_at, ${at}::timestamptz)
     where id = ${conversationId}
       and account_id = ${accountId}
  `.execute(tx)
}
