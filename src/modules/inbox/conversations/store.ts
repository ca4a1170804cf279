import { type RawBuilder, sql } from 'kysely'
import { smsChannel } from '../../../contract/account/conversations.ts'
import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../../engine/db/index.ts'
import type { Scope } from '../../../values/scopes.ts'

/** Whether a caller has a scope. Users have all. */
export type Allows = (scope: Scope) => boolean

/** A credential reads conversations only by channels whose messages it may read elsewhere. */
export const canRead = (allows: Allows, channel: string): boolean =>
  channel === smsChannel ? allows('messages:read') || allows('inbound:read') : allows('chat:read')

/** The scope for messages of a channel in one direction. */
export const readScopeOf = (channel: string, direction: 'in' | 'out'): Scope =>
  channel !== smsChannel ? 'chat:read' : direction === 'in' ? 'inbound:read' : 'messages:read'

/** The scope that changes of a conversation need in addition, because they are answers. */
export const sendScopeOf = (channel: string): Scope => (channel === smsChannel ? 'messages:send' : 'chat:send')

/** The condition for conversations that a caller can read; null for all. */
export function isReadable(allows: Allows, channel: RawBuilder<unknown>): RawBuilder<unknown> | null {
  const isSms = sql`${channel} = ${smsChannel}`
  const [bySms, byChat] = [canRead(allows, smsChannel), allows('chat:read')]
  if (bySms && byChat) return null
  return bySms ? isSms : byChat ? sql`not ${isSms}` : sql`false`
}

/** The beginning of the last message, for lists. */
export const lastTextOf = (text: string) => sql`left(${text}::text, 200)`

/**
 * The assignee of conversation `c` after it is opened. Members who leave or become viewers keep only closed
 * conversations, which nobody would see under their name.
 */
const assigneeOnceOpen = sql`
  case
    when c.status = 'open' or exists (select from members m where m.account_id = c.account_id and m.user_id = c.assignee_id and m.role <> 'viewer')
    then c.assignee_id
  end
`

/** The other side of a conversation. */
export interface Address {
  /** `sms`, or the chat service. */
  readonly channel: string
  /** The business of a chat; empty for SMS. */
  readonly business: string
  readonly phone: string
}

/** A message of a person. */
interface Incoming extends Address {
  readonly accountId: number
  readonly text: string
  /** False for a command such as STOP, which nobody has to answer. */
  readonly needsReply?: boolean
  /** A chat session lasts for 24 hours after the message. */
  readonly opensSession?: boolean
}

/**
 * Adds a message of a person to the conversation, which is opened again. A command neither opens the conversation nor
 * counts as unread. Conversations are locked before balances and counts of campaigns by everyone, so that transactions
 * cannot deadlock.
 */
export async function noteIncoming(
  tx: Tx,
  { accountId, channel, business, phone, text, needsReply = true, opensSession = false }: Incoming,
  at: Date,
): Promise<void> {
  const status = needsReply ? 'open' : 'closed'
  await sql`
    insert into conversations as c (account_id, channel, business, phone, status, incoming, last_at, last_text, last_direction, created_at, received_at)
    values (${accountId}, ${channel}, ${business}, ${phone}, ${status}, ${needsReply ? 1 : 0}, ${at}, ${lastTextOf(text)}, 'in', ${at},
            ${opensSession ? at : null})
        on conflict (account_id, channel, business, phone) do update
       set status = ${needsReply ? sql`'open'` : sql`c.status`},
           assignee_id = ${needsReply ? assigneeOnceOpen : sql`c.assignee_id`},
           incoming = c.incoming + excluded.incoming,
           last_at = greatest(c.last_at, excluded.last_at),
           last_text = excluded.last_text,
           last_direction = 'in',
           received_at = greatest(c.received_at, excluded.received_at),
           version = nextval('conversation_versions')
  `.execute(tx)
}

/** Who wrote a reply or changed a conversation. */
export interface Author {
  /** Null for a key, a token or the command line. */
  readonly userId: string | null
  readonly name: string
}

/** A message of a member that is stored in the same transaction. */
export interface NewReply {
  readonly accountId: number
  readonly messageId: number
  readonly author: Author
  readonly text: string
}

/** The changes of conversation `c` by a reply. */
export const repliedWith = (text: string, now: Date) => sql`
  replies = c.replies + 1,
  status = 'open',
  assignee_id = ${assigneeOnceOpen},
  last_at = greatest(c.last_at, ${now}::timestamptz),
  last_text = ${lastTextOf(text)},
  last_direction = 'out',
  version = nextval('conversation_versions')
`

/** Adds a message of a member to the conversation, which is created or opened again, so that others see the answer. */
export async function noteOutgoing(
  tx: Tx,
  { channel, business, phone }: Address,
  reply: NewReply,
  now: Date,
): Promise<void> {
  const rows = await run.all<Row<'conversations', 'id' | 'incoming'>>(tx)`
    insert into conversations as c (account_id, channel, business, phone, status, replies, last_at, last_text, last_direction, created_at)
    values (${reply.accountId}, ${channel}, ${business}, ${phone}, 'open', 1, ${now}, ${lastTextOf(reply.text)}, 'out', ${now})
        on conflict (account_id, channel, business, phone) do update
       set ${repliedWith(reply.text, now)}
    returning c.id, c.incoming
  `
  for (const { id, incoming } of rows) await insertReply(tx, id, reply, incoming, now)
}

/** A user who answers has read the messages. */
export async function insertReply(tx: Tx, conversationId: number, reply: NewReply, incoming: number, now: Date) {
  const { accountId, messageId, author } = reply
  await sql`
    insert into conversation_replies (conversation_id, message_id, account_id, author, created_at)
    values (${conversationId}, ${messageId}, ${accountId}, ${author.name}, ${now})
  `.execute(tx)
  if (author.userId !== null) await markRead(tx, accountId, conversationId, author.userId, incoming)
}

/** A message that was read stays read. False for an unknown conversation. */
export function markRead(db: Queryable, accountId: number, conversationId: number, userId: string, incoming: number) {
  return run.hasRows(db)`
    insert into conversation_reads as r (conversation_id, user_id, account_id, incoming)
    select c.id, ${userId}, c.account_id, least(c.incoming, ${incoming}::bigint)
      from conversations c
     where c.id = ${conversationId}
       and c.account_id = ${accountId}
        on conflict (conversation_id, user_id) do update set incoming = greatest(r.incoming, excluded.incoming)
    returning 1 as one
  `
}

const ofNumberColumns = columnsOf('conversations', 'id, channel, status, last_at')

/** A number has one conversation for each channel and business. */
const ofNumberMax = 100

/** The conversations with a number, latest first. */
export function listConversationsOf(db: Queryable, accountId: number, phone: string) {
  return run.all<RowOf<typeof ofNumberColumns>>(db)`
    select ${ofNumberColumns}
      from conversations
     where account_id = ${accountId}
       and phone = ${phone}
     order by last_at desc, id desc
     limit ${ofNumberMax}
  `
}

/** Transactions may commit in another order than they took their versions, so the newest version alone can stay the same. */
const markedVersions = 8

/** A text that changes with every change of a conversation of the account. */
export const conversationsMark = (accountId: RawBuilder<unknown>) => sql`(
  select string_agg(version::text, ' ')
    from (select version from conversations where account_id = ${accountId} order by version desc limit ${sql.lit(markedVersions)}) newest
)`
