import { sql } from 'kysely'
import type { ConversationStatus } from '../../contract/account/conversations.ts'
import { columnsOf, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import type { Address } from './conversations/index.ts'

/** Single conversations. */

export const columns = columnsOf(
  { c: 'conversations' },
  `c.id, c.channel, c.business, c.phone, c.status, c.assignee_id, c.incoming, c.replies, c.last_at, c.last_text,
   c.last_direction, c.created_at`,
  {
    /** The person's last message by chat. */
    receivedAt: 'c.received_at',
  },
)

export type StoredConversation = RowOf<typeof columns>

export function findConversation(db: Queryable, accountId: number, id: number): Promise<StoredConversation | null> {
  return run.first<StoredConversation>(db)`
    select ${columns} from conversations c where c.id = ${id} and c.account_id = ${accountId}
  `
}

/** Like `findConversation`, with a row lock. */
export function lockConversation(tx: Tx, accountId: number, id: number): Promise<StoredConversation | null> {
  return run.first<StoredConversation>(tx)`
    select ${columns} from conversations c where c.id = ${id} and c.account_id = ${accountId} for no key update
  `
}

export function findConversationAt(db: Queryable, accountId: number, { channel, business, phone }: Address) {
  return run.first<StoredConversation>(db)`
    select ${columns}
      from conversations c
     where c.account_id = ${accountId}
       and c.channel = ${channel}
       and c.business = ${business}
       and c.phone = ${phone}
  `
}

export async function updateConversation(
  tx: Tx,
  accountId: number,
  id: number,
  { status, assigneeId }: { readonly status: ConversationStatus; readonly assigneeId: string | null },
): Promise<void> {
  await sql`
    update conversations
       set status = ${status}, assignee_id = ${assigneeId}, version = nextval('conversation_versions')
     where id = ${id}
       and account_id = ${accountId}
  `.execute(tx)
}

/** Takes open conversations from a member, with an entry in each. Returns their number, at most `limit`. */
export async function unassign(
  db: Queryable,
  accountId: number,
  userId: string,
  author: string,
  now: Date,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    with taken as (
      select id
        from conversations
       where account_id = ${accountId}
         and assignee_id = ${userId}
         and status = 'open'
       order by last_at desc, id desc
       limit ${limit}
         for no key update
    ), changed as (
      update conversations c
         set assignee_id = null, version = nextval('conversation_versions')
        from taken t
       where c.id = t.id
      returning c.id
    )
    insert into conversation_notes (account_id, conversation_id, kind, author, text, created_at)
    select ${accountId}::bigint, id, 'assigned', ${author}, '', ${now}
      from changed
    returning 1 as one
  `.execute(db)
  return rows.length
}
