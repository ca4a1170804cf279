import { sql } from 'kysely'
import type { ChatContent } from '../../carriers/chat/channel.ts'
import { columnsOf, type Queryable, type Row, type RowOf, type Tx } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import { formatMoney, type Money } from '../../values/money.ts'
import { type Charge, type CreditProduct, holdParts } from '../balance/index.ts'
import { type MessageRequest, type StoredRequest, sessionsSince } from './rules.ts'

/** SQL of outgoing messages. */

const requestColumns = columnsOf(
  { m: 'chat_messages', c: 'chat_conversations' },
  {
    id: 'm.id',
    service: 'c.service',
    business: 'c.business',
    phone: 'c.phone',
    content: 'm.content',
    textRemoved: 'm.text_removed',
    transactionId: 'm.transaction_id',
    callbackUrl: 'm.callback_url',
  },
).narrow<{ content: ChatContent }>()

export async function findByTransaction(
  db: Queryable,
  accountId: number,
  transactionId: string,
): Promise<StoredRequest | null> {
  const { rows } = await sql<RowOf<typeof requestColumns>>`
    select ${requestColumns}
      from chat_messages m
      join chat_conversations c on c.id = m.conversation_id
     where m.account_id = ${accountId}
       and m.transaction_id = ${transactionId}
  `.execute(db)
  return rows[0] ?? null
}

const conversationColumns = columnsOf({ c: 'chat_conversations' }, { id: 'c.id', receivedAt: 'c.received_at' })

/** A conversation and the time of the person's last message. */
export type StoredConversation = RowOf<typeof conversationColumns>

/**
 * Finds or creates the conversation of a message. `endpointId` receives the replies, if the message has a callback URL.
 */
export async function upsertConversation(
  tx: Tx,
  accountId: number,
  { service, business, phone }: Pick<MessageRequest, 'service' | 'business' | 'phone'>,
  endpointId: number | null,
  now: Date,
  opensFreeSession: boolean,
): Promise<StoredConversation> {
  const { rows } = await sql<StoredConversation>`
    insert into chat_conversations as c
      (account_id, service, business, phone, endpoint_id, created_at, changed_at, session_at)
    values (${accountId}, ${service}, ${business}, ${phone}, ${endpointId}, ${now}, ${now}, ${opensFreeSession ? now : null})
        on conflict (account_id, service, business, phone) do update
       set endpoint_id = coalesce(excluded.endpoint_id, c.endpoint_id),
           changed_at = greatest(c.changed_at, excluded.changed_at),
           session_at = case
             when greatest(c.received_at, c.session_at) > ${sessionsSince(now)} then c.session_at
             else coalesce(excluded.session_at, c.session_at)
           end
    returning ${conversationColumns}
  `.execute(tx)
  if (!rows[0]) throw new Error('the conversation was not stored')
  return rows[0]
}

export interface NewMessage extends Pick<MessageRequest, 'content' | 'transactionId' | 'callbackUrl'> {
  readonly accountId: number
  readonly conversationId: number
  readonly endpointId: number | null
  readonly carrier: string
  readonly price: Money
  readonly product: CreditProduct
  readonly expiresAt: Date | null
}

/** Null when the account has already used the transaction id. A concurrent duplicate waits for the first commit. */
export async function insertOutgoing(tx: Tx, message: NewMessage, now: Date): Promise<number | null> {
  const { accountId, conversationId, endpointId, content, carrier, transactionId, callbackUrl } = message
  const { rows } = await sql<Row<'chat_messages', 'id'>>`
    insert into chat_messages
      (account_id, conversation_id, direction, state, content, carrier, transaction_id, callback_url, endpoint_id, price, product,
       expires_at, created_at, due_at)
    values (${accountId}, ${conversationId}, 'out', 'queued', ${JSON.stringify(content)}::json, ${carrier}, ${transactionId}, ${callbackUrl},
            ${endpointId}, ${formatMoney(message.price)}, ${message.product}, ${message.expiresAt}, ${now}, ${now})
        on conflict (account_id, transaction_id) where transaction_id is not null do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** In the transaction that inserts the message. */
export async function setSealedContent(tx: Tx, accountId: number, id: number, sealed: Buffer): Promise<void> {
  await sql`
    update chat_messages set sealed_content = ${sealed} where id = ${id} and account_id = ${accountId} and state = 'queued'
  `.execute(tx)
}

/** Reserves the cost of a message. */
export async function hold(tx: Tx, charge: Charge, now: Date): Promise<void> {
  await sql`with ${holdParts([charge], now)} select`.execute(tx)
}

export const outgoingColumns = columnsOf(
  { w: 'chat_messages' },
  {
    accountId: 'w.account_id',
    product: 'w.product',
    content: 'w.content',
    sealedContent: 'w.sealed_content',
    createdAt: 'w.created_at',
    expiresAt: 'w.expires_at',
    triedAt: 'w.tried_at',
    conversation: sql<Row<'chat_conversations', 'service' | 'business' | 'phone'>>`
      (select json_build_object('service', c.service, 'business', c.business, 'phone', c.phone)
         from chat_conversations c
        where c.id = w.conversation_id)
    `,
  },
).narrow<{ content: ChatContent }>()

/** A message to submit to its channel. */
export type OutgoingRow = WorkRow & RowOf<typeof outgoingColumns>

/** The last incoming message of an account, which determines the end of its newest session; null when there is none. */
export async function findLastReceived(db: Queryable, accountId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(received_at) as at from chat_conversations where account_id = ${accountId} and received_at is not null
  `.execute(db)
  return rows[0]?.at ?? null
}
