import { sql } from 'kysely'
import { type ConversationStatus, smsChannel } from '../../contract/account/conversations.ts'
import { columnsOf, type Queryable, type RowOf, type Tx } from '../../engine/db/index.ts'

/** Single conversations. */

export const columns = columnsOf(
  { c: 'conversations' },
  {
    id: 'c.id',
    channel: 'c.channel',
    business: 'c.business',
    phone: 'c.phone',
    status: 'c.status',
    assigneeId: 'c.assignee_id',
    incoming: 'c.incoming',
    replies: 'c.replies',
    lastAt: 'c.last_at',
    lastText: 'c.last_text',
    lastDirection: 'c.last_direction',
    createdAt: 'c.created_at',
  },
)

export type StoredConversation = RowOf<typeof columns>

export async function findConversation(
  db: Queryable,
  accountId: number,
  id: number,
): Promise<StoredConversation | null> {
  const { rows } = await sql<StoredConversation>`
    select ${columns} from conversations c where c.id = ${id} and c.account_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

/** The same, which nobody else changes until the commit. */
export async function lockConversation(tx: Tx, accountId: number, id: number): Promise<StoredConversation | null> {
  const { rows } = await sql<StoredConversation>`
    select ${columns} from conversations c where c.id = ${id} and c.account_id = ${accountId} for no key update
  `.execute(tx)
  return rows[0] ?? null
}

export async function findSmsConversation(
  db: Queryable,
  accountId: number,
  phone: string,
): Promise<StoredConversation | null> {
  const { rows } = await sql<StoredConversation>`
    select ${columns}
      from conversations c
     where c.account_id = ${accountId}
       and c.channel = ${smsChannel}
       and c.business = ''
       and c.phone = ${phone}
  `.execute(db)
  return rows[0] ?? null
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
