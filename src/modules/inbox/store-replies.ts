import { sql } from 'kysely'
import { smsChannel } from '../../contract/account/conversations.ts'
import { columnsOf, type Queryable, type Row, type RowOf, type Tx } from '../../engine/db/index.ts'
import { lastTextOf } from '../conversation-state/index.ts'
import type { Author } from './model.ts'

/** Replies of members, and the messages that members have read. */

/** A message of a member that is stored in the same transaction. */
export interface NewReply {
  readonly accountId: number
  readonly messageId: number
  readonly author: Author
  readonly text: string
}

const changesOf = (text: string, now: Date) => sql`
  replies = c.replies + 1,
  status = 'open',
  last_at = greatest(c.last_at, ${now}::timestamptz),
  last_text = ${lastTextOf(text)},
  last_direction = 'out',
  version = nextval('conversation_versions')
`

/**
 * Claims a reply. Of two callers who saw the same number of replies, one gets false: it waits for the commit of the
 * other. Null allows any number.
 */
export async function claimReply(
  tx: Tx,
  conversationId: number,
  seenReplies: number | null,
  reply: NewReply,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql<Row<'conversations', 'incoming'>>`
    update conversations c
       set ${changesOf(reply.text, now)}
     where c.id = ${conversationId}
       and c.account_id = ${reply.accountId}
       and c.replies = coalesce(${seenReplies}::bigint, c.replies)
    returning c.incoming
  `.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  await insertReply(tx, conversationId, reply, row.incoming, now)
  return true
}

/** Adds a message to the conversation by SMS with a number, which is created or opened again. */
export async function startReply(tx: Tx, phone: string, reply: NewReply, now: Date): Promise<void> {
  const { rows } = await sql<Row<'conversations', 'id' | 'incoming'>>`
    insert into conversations as c (account_id, channel, business, phone, status, replies, last_at, last_text, last_direction, created_at)
    values (${reply.accountId}, ${smsChannel}, '', ${phone}, 'open', 1, ${now}, ${lastTextOf(reply.text)}, 'out', ${now})
        on conflict (account_id, channel, business, phone) do update
       set ${changesOf(reply.text, now)}
    returning c.id, c.incoming
  `.execute(tx)
  for (const { id, incoming } of rows) await insertReply(tx, id, reply, incoming, now)
}

/** A user who answers has read the messages. */
async function insertReply(
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
export async function markRead(
  db: Queryable,
  accountId: number,
  conversationId: number,
  userId: string,
  incoming: number,
): Promise<boolean> {
  const { rows } = await sql`
    insert into conversation_reads as r (conversation_id, user_id, account_id, incoming)
    select c.id, ${userId}, c.account_id, least(c.incoming, ${incoming}::bigint)
      from conversations c
     where c.id = ${conversationId}
       and c.account_id = ${accountId}
        on conflict (conversation_id, user_id) do update set incoming = greatest(r.incoming, excluded.incoming)
    returning 1 as one
  `.execute(db)
  return rows.length > 0
}

/** The incoming messages that a user has read, by conversation. */
export async function listReads(
  db: Queryable,
  accountId: number,
  userId: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await sql<Row<'conversation_reads', 'conversation_id' | 'incoming'>>`
    select conversation_id, incoming
      from conversation_reads
     where conversation_id = any(${ids}::bigint[])
       and user_id = ${userId}
       and account_id = ${accountId}
  `.execute(db)
  return new Map(rows.map(({ conversation_id: id, incoming }) => [id, incoming]))
}

const lastColumns = columnsOf('conversation_replies', { author: 'author', createdAt: 'created_at' })

/** Processes take ids of messages in blocks, so the newest reply is among the newest ids. */
const lastLookedAt = 50

export async function findLastReply(
  db: Queryable,
  accountId: number,
  conversationId: number,
): Promise<RowOf<typeof lastColumns> | null> {
  const { rows } = await sql<RowOf<typeof lastColumns>>`
    select ${lastColumns}
      from (select *
              from conversation_replies
             where conversation_id = ${conversationId}
               and account_id = ${accountId}
             order by message_id desc
             limit ${lastLookedAt}) newest
     order by created_at desc
     limit 1
  `.execute(db)
  return rows[0] ?? null
}

/** The authors of messages, by the id of the message. */
export async function listAuthors(
  db: Queryable,
  accountId: number,
  conversationId: number,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<Row<'conversation_replies', 'message_id' | 'author'>>`
    select message_id, author
      from conversation_replies
     where conversation_id = ${conversationId}
       and account_id = ${accountId}
       and message_id = any(${messageIds}::bigint[])
  `.execute(db)
  return new Map(rows.map(({ message_id: id, author }) => [id, author]))
}
