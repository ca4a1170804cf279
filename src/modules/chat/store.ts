import { sql } from 'kysely'
import type { ChatContent, IncomingContent, IncomingMessage } from '../../carriers/chat/channel.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tables, type Tx } from '../../engine/db/index.ts'
import type { WorkRow } from '../../engine/work/index.ts'
import { formatMoney, type Money } from '../../values/money.ts'
import type { CreditProduct } from '../balance/index.ts'
import { lastTextOf } from '../inbox/conversations/index.ts'
import { type Address, type MessageRequest, sessionsSince, summaryOf } from './rules.ts'

const requestColumns = columnsOf(
  { m: 'chat_messages', c: 'conversations' },
  `m.id, c.channel as service, c.business, c.phone, m.content, m.text_removed, m.transaction_id, m.callback_url`,
).narrow<{ content: ChatContent }>()
type RequestRow = RowOf<typeof requestColumns>

export const findByTransaction = (db: Queryable, accountId: number, transactionId: string) => run.first<RequestRow>(db)`
  select ${requestColumns}
    from chat_messages m
    join conversations c on c.id = m.conversation_id
   where m.account_id = ${accountId}
     and m.transaction_id = ${transactionId}
`

const conversationColumns = columnsOf({ c: 'conversations' }, { id: 'c.id', receivedAt: 'c.received_at' })

/** A conversation and the time of the person's last message. */
export type StoredConversation = RowOf<typeof conversationColumns>

interface ConversationOpening {
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
  { service, business, phone, content }: Pick<IncomingMessage | MessageRequest, keyof Address | 'phone' | 'content'>,
  { accountId, endpointId, opensFreeSession }: ConversationOpening,
  now: Date,
): Promise<StoredConversation> {
  const stored = await run.first<StoredConversation>(tx)`
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
  `
  if (stored === null) throw new Error('the conversation was not stored')
  return stored
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
export const insertOutgoing = (tx: Tx, message: NewMessage, now: Date) => run.value<Row<'chat_messages', 'id'>>(tx)`
  insert into chat_messages
    (account_id, conversation_id, direction, state, content, carrier, transaction_id, callback_url, endpoint_id, price,
     product, expires_at, created_at, due_at)
  values (${message.accountId}, ${message.conversationId}, 'out', 'queued', ${JSON.stringify(message.content)}::json,
          ${message.carrier}, ${message.transactionId}, ${message.callbackUrl}, ${message.endpointId},
          ${formatMoney(message.price)}, ${message.product}, ${message.expiresAt}, ${now}, ${now})
      on conflict (account_id, transaction_id) where transaction_id is not null do nothing
  returning id
`

/** In the transaction that inserts the message. */
export const setSealedContent = (tx: Tx, accountId: number, id: number, sealed: Buffer) => run.write(tx)`
  update chat_messages set sealed_content = ${sealed} where id = ${id} and account_id = ${accountId} and state = 'queued'
`

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
export const findLastReceived = (db: Queryable, accountId: number) => run.value<{ at: Date | null }>(db)`
  select max(received_at) as at from conversations where account_id = ${accountId} and received_at is not null
`

/** A message that opens a session unless one is open. */
export interface Opening {
  readonly accountId: number
  readonly conversationId: number
  readonly messageId: number
  readonly at: Date
}

/**
 * False when the conversation has an open session: the person wrote, or another message opened it, after `since`. The
 * where clause is the only guard, so that of two concurrent messages one opens the session.
 */
export const markSessionOpened = (tx: Tx, opening: Opening, price: Money, since: Date) => run.hasRows(tx)`
  with opened as (
    update conversations
       set session_at = ${opening.at}
     where id = ${opening.conversationId}
       and account_id = ${opening.accountId}
       and coalesce(greatest(received_at, session_at) <= ${since}, true)
    returning id
  )
  update chat_messages m
     set session_price = ${formatMoney(price)}
    from opened o
   where m.id = ${opening.messageId}
     and m.account_id = ${opening.accountId}
     and m.conversation_id = o.id
  returning m.id
`

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

/** Null for a duplicate. A concurrent duplicate waits for the first commit. */
export const insertIncoming = (tx: Tx, to: Addressee, message: NewIncoming) => run.value<Row<'chat_messages', 'id'>>(
  tx,
)`
  insert into chat_messages
    (account_id, conversation_id, direction, state, content, carrier, reference, answers_id, created_at, done_at)
  values (${to.accountId}, ${to.conversationId}, 'in', 'received', ${JSON.stringify(message.content)}::json,
          ${message.carrier}, ${message.reference}, ${to.answersId}, ${message.at}, ${message.at})
      on conflict (carrier, reference) where direction = 'in' do nothing
  returning id
`
