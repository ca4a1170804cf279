import { sql } from 'kysely'
import type { ChatContent, IncomingMessage } from '../../carriers/chat/channel.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import { formatMoney, type Money } from '../../values/money.ts'
import { type Charge, type CreditProduct, holdParts } from '../balance/index.ts'
import { lastTextOf } from '../inbox/conversations/index.ts'
import type { Address } from './channels.ts'
import { type MessageRequest, type StoredRequest, sessionsSince, summaryOf } from './rules.ts'

/** SQL of outgoing messages. */

const requestColumns = columnsOf(
  { m: 'chat_messages', c: 'conversations' },
  `m.id, c.channel as service, c.business, c.phone, m.content, m.text_removed, m.transaction_id, m.callback_url`,
).narrow<{ content: ChatContent }>()

export function findByTransaction(
  db: Queryable,
  accountId: number,
  transactionId: string,
): Promise<StoredRequest | null> {
  return run.first<RowOf<typeof requestColumns>>(db)`
    select ${requestColumns}
      from chat_messages m
      join conversations c on c.id = m.conversation_id
     where m.account_id = ${accountId}
       and m.transaction_id = ${transactionId}
  `
}

const conversationColumns = columnsOf({ c: 'conversations' }, { id: 'c.id', receivedAt: 'c.received_at' })

/** A conversation and the time of the person's last message. */
export type StoredConversation = RowOf<typeof conversationColumns>

interface Opening {
  readonly accountId: number
  /** The endpoint of replies, if the message has a callback URL. */
  readonly endpointId: number | null
  readonly opensFreeSession: boolean
}

/**
 * Finds or creates the conversation of a message. A new one is closed: messages of programs are no work for members.
 * Conversations are locked before balances by everyone, so that transactions cannot deadlock.
 */
export async function upsertConversation(
  tx: Tx,
  {
    service,
    business,
    phone,
    content,
  }: Pick<IncomingMessage | MessageRequest, 'service' | 'business' | 'phone' | 'content'>,
  { accountId, endpointId, opensFreeSession }: Opening,
  now: Date,
): Promise<StoredConversation> {
  const { rows } = await sql<StoredConversation>`
    insert into conversations as c
      (account_id, channel, business, phone, status, last_at, last_text, last_direction, created_at, endpoint_id, session_at)
    values (${accountId}, ${service}, ${business}, ${phone}, 'closed', ${now}, ${lastTextOf(summaryOf(content))}, 'out', ${now},
            ${endpointId}, ${opensFreeSession ? now : null})
        on conflict (account_id, channel, business, phone) do update
       set endpoint_id = coalesce(excluded.endpoint_id, c.endpoint_id),
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
  'w.account_id, w.product, w.content, w.sealed_content, w.created_at, w.expires_at, w.tried_at',
  {
    conversation: sql<Address & Row<'conversations', 'phone'>>`
      (select json_build_object('service', c.channel, 'business', c.business, 'phone', c.phone)
         from conversations c
        where c.id = w.conversation_id)
    `,
  },
).narrow<{ content: ChatContent }>()

/** A message to submit to its channel. */
export type OutgoingRow = WorkRow & RowOf<typeof outgoingColumns>

/** The last incoming message of an account, which determines the end of its newest session; null when there is none. */
export async function findLastReceived(db: Queryable, accountId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(received_at) as at from conversations where account_id = ${accountId} and received_at is not null
  `.execute(db)
  return rows[0]?.at ?? null
}
