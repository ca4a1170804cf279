import { sql } from 'kysely'
import type { ChatContent } from '../../carriers/chat/channel.ts'
import { columnsOf, prepared, type Queryable, type Row, type RowOf, type Tx } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import { formatMoney, getMoney, type Money } from '../../values/money.ts'
import { type Charge, holdParts } from '../balance/index.ts'
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
  tx: Tx,
  accountId: number,
  transactionId: string,
): Promise<StoredRequest | null> {
  const { rows } = await sql<RowOf<typeof requestColumns>>`
    select ${requestColumns}
      from chat_messages m
      join chat_conversations c on c.id = m.conversation_id
     where m.account_id = ${accountId}
       and m.transaction_id = ${transactionId}
  `.execute(tx)
  return rows[0] ?? null
}

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
): Promise<number> {
  const { rows } = await sql<Row<'chat_conversations', 'id'>>`
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
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

export interface NewMessage extends Pick<MessageRequest, 'content' | 'transactionId' | 'callbackUrl'> {
  readonly accountId: number
  readonly conversationId: number
  readonly endpointId: number | null
  readonly carrier: string
  readonly price: Money
}

/** Null when the account has already used the transaction id. A concurrent duplicate waits for the first commit. */
export async function insertOutgoing(tx: Tx, message: NewMessage, now: Date): Promise<number | null> {
  const { accountId, conversationId, endpointId, content, carrier, transactionId, callbackUrl, price } = message
  const { rows } = await sql<Row<'chat_messages', 'id'>>`
    insert into chat_messages
      (account_id, conversation_id, direction, state, content, carrier, transaction_id, callback_url, endpoint_id, price, created_at, due_at)
    values (${accountId}, ${conversationId}, 'out', 'queued', ${JSON.stringify(content)}::json, ${carrier}, ${transactionId}, ${callbackUrl},
            ${endpointId}, ${formatMoney(price)}, ${now}, ${now})
        on conflict (account_id, transaction_id) where transaction_id is not null do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Reserves the cost of a message. */
export async function hold(tx: Tx, charge: Charge, now: Date): Promise<void> {
  await sql`with ${holdParts([charge], now)} select`.execute(tx)
}

export const outgoingColumns = columnsOf(
  { w: 'chat_messages' },
  {
    accountId: 'w.account_id',
    content: 'w.content',
    createdAt: 'w.created_at',
    conversation: sql<Row<'chat_conversations', 'service' | 'business' | 'phone'>>`
      (select json_build_object('service', c.service, 'business', c.business, 'phone', c.phone)
         from chat_conversations c
        where c.id = w.conversation_id)
    `,
  },
).narrow<{ content: ChatContent }>()

/** A message to submit to its channel. */
export type OutgoingRow = WorkRow & RowOf<typeof outgoingColumns>

/** The end of a message: accepted by its channel under a reference, or failed with a reason. */
export type Ending =
  | { readonly state: 'sent'; readonly reference: string }
  | { readonly state: 'failed'; readonly reason: string }

/** Compare and swap: a message ends once. Returns its price, or null when it has already ended. */
export async function markEnded(
  tx: Tx,
  accountId: number,
  id: number,
  ending: Ending,
  now: Date,
): Promise<Money | null> {
  const { reference, reason } =
    ending.state === 'sent' ? { reference: ending.reference, reason: null } : { reference: null, reason: ending.reason }
  const { rows } = await sql<Row<'chat_messages', 'price'>>`
    ${prepared}
    update chat_messages
       set state = ${ending.state}, reference = ${reference}, reason = ${reason}, done_at = ${now}
     where id = ${id}
       and account_id = ${accountId}
       and state = 'queued'
    returning price
  `.execute(tx)
  return rows[0] ? getMoney(rows[0].price) : null
}

/** Ends expired messages of any account, at most `limit`. Claimed messages are left to their workers. */
export async function markOverdue(
  tx: Tx,
  until: Date,
  limit: number,
): Promise<{ readonly id: number; readonly accountId: number }[]> {
  const overdue = columnsOf('chat_messages', { id: 'id', accountId: 'account_id' })
  const { rows } = await sql<RowOf<typeof overdue>>`
    update chat_messages
       set due_at = null, lease_until = null, lease_owner = null
     where id = any(array(
       select m.id
         from chat_messages m
        where m.due_at is not null
          and m.state = 'queued'
          and m.created_at <= ${until}
          and (m.lease_until is null or m.lease_until < clock_timestamp())
        order by m.due_at
        limit ${limit}
          for update skip locked
     ))
    returning ${overdue}
  `.execute(tx)
  return rows
}

/** The last incoming message of an account, which determines the end of its newest session; null when there is none. */
export async function findLastReceived(db: Queryable, accountId: number): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(received_at) as at from chat_conversations where account_id = ${accountId} and received_at is not null
  `.execute(db)
  return rows[0]?.at ?? null
}
