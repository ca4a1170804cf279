import { sql } from 'kysely'
import { type Queryable, type Row, run, type Tx } from '../../../engine/db/index.ts'
import { assigneeOnceOpen, lastTextOf } from './store.ts'

/** Messages of members. */

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

/** The other side of a conversation. */
export interface Address {
  /** `sms`, or the chat service. */
  readonly channel: string
  /** The business of a chat; empty for SMS. */
  readonly business: string
  readonly phone: string
}

/** Adds a message of a member to the conversation, which is created or opened again, so that others see the answer. */
export async function noteOutgoing(
  tx: Tx,
  { channel, business, phone }: Address,
  reply: NewReply,
  now: Date,
): Promise<void> {
  const { rows } = await sql<Row<'conversations', 'id' | 'incoming'>>`
    insert into conversations as c (account_id, channel, business, phone, status, replies, last_at, last_text, last_direction, created_at)
    values (${reply.accountId}, ${channel}, ${business}, ${phone}, 'open', 1, ${now}, ${lastTextOf(reply.text)}, 'out', ${now})
        on conflict (account_id, channel, business, phone) do update
       set ${repliedWith(reply.text, now)}
    returning c.id, c.incoming
  `.execute(tx)
  for (const { id, incoming } of rows) await insertReply(tx, id, reply, incoming, now)
}

/** A user who answers has read the messages. */
export async function insertReply(
  tx: Tx,
  conversationId: number,
  { accountId, messageId, author }: NewReply,
  incoming: number,
  now: Date,
): Promise<void> {
  await sql`
    insert into conversation_replies (conversation_id, message_id, account_id, author, created_at)
    values (${conversationId}, ${messageId}, ${accountId}, ${author.name}, ${now})
  `.execute(tx)
  if (author.userId !== null) await markRead(tx, accountId, conversationId, author.userId, incoming)
}

/** A message that was read stays read. False for an unknown conversation. */
export function markRead(
  db: Queryable,
  accountId: number,
  conversationId: number,
  userId: string,
  incoming: number,
): Promise<boolean> {
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
