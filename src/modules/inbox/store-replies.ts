import { columnsOf, type Queryable, type Row, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import { insertReply, type NewReply, repliedWith } from './conversations/index.ts'

/** Replies of members, and the messages that members have read. */

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
  const claimed = await run.first<Row<'conversations', 'incoming'>>(tx)`
    update conversations c
       set ${repliedWith(reply.text, now)}
     where c.id = ${conversationId}
       and c.account_id = ${reply.accountId}
       and c.replies = coalesce(${seenReplies}::bigint, c.replies)
    returning c.incoming
  `
  if (claimed === null) return false
  await insertReply(tx, conversationId, reply, claimed.incoming, now)
  return true
}

/** The incoming messages that a user has read, by conversation. */
export async function listReads(db: Queryable, accountId: number, userId: string, ids: readonly number[]) {
  const reads = await run.all<Row<'conversation_reads', 'conversation_id' | 'incoming'>>(db)`
    select conversation_id, incoming
      from conversation_reads
     where conversation_id = any(${ids}::bigint[])
       and user_id = ${userId}
       and account_id = ${accountId}
  `
  return new Map(reads.map(({ conversation_id: id, incoming }) => [id, incoming]))
}

const lastColumns = columnsOf('conversation_replies', { author: 'author', createdAt: 'created_at' })

/** Processes take ids of messages in blocks, so the newest reply is among the newest ids. */
const lastLookedAt = 50

export function findLastReply(db: Queryable, accountId: number, conversationId: number) {
  return run.first<RowOf<typeof lastColumns>>(db)`
    select ${lastColumns}
      from (select *
              from conversation_replies
             where conversation_id = ${conversationId}
               and account_id = ${accountId}
             order by message_id desc
             limit ${lastLookedAt}) newest
     order by created_at desc
     limit 1
  `
}

/** The authors of messages, by the id of the message. */
export async function listAuthors(
  db: Queryable,
  accountId: number,
  conversationId: number,
  messageIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const replies = await run.all<Row<'conversation_replies', 'message_id' | 'author'>>(db)`
    select message_id, author
      from conversation_replies
     where conversation_id = ${conversationId}
       and account_id = ${accountId}
       and message_id = any(${messageIds}::bigint[])
  `
  return new Map(replies.map(({ message_id: id, author }) => [id, author]))
}
