import { sql } from 'kysely'
import type { ChatContent } from '../../carriers/chat/channel.ts'
import { type Queryable, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

/** The SQL of what an account can see of its chats. */

export interface ActiveUser {
  readonly phone: string
  readonly service: string
  readonly receivedAt: Date
}

/** Who wrote after a time, the last of them first: each person once on a service, whatever they wrote to. */
export function listActiveUsers(
  db: Queryable,
  accountId: number,
  since: Date,
  page: PageQuestion,
): Promise<PageOf<ActiveUser>> {
  return selectPage(db, page, {
    columns: sql`u.phone, u.service, u."receivedAt"`,
    from: sql`(
      select c.phone, c.service, max(c.received_at) as "receivedAt"
        from chat_conversations c
       where c.account_id = ${accountId}
         and c.received_at > ${since}
       group by c.phone, c.service
    ) u`,
    order: [
      [sql`u."receivedAt"`, 'desc'],
      [sql`u.phone`, 'asc'],
      [sql`u.service`, 'asc'],
    ],
  })
}

export interface Conversation {
  readonly id: number
  readonly channel: string
  readonly from: string
  readonly to: string
  readonly createdAt: Date
  readonly changedAt: Date
  /** When the person last wrote. */
  readonly receivedAt: Date | null
}

const conversationColumns = sql`
  c.id, c.service as channel, c.business as "from", c.phone as "to", c.created_at as "createdAt", c.changed_at as "changedAt", c.received_at as "receivedAt"
`

/** Where something was written last comes first. */
export function listConversations(db: Queryable, accountId: number, page: PageQuestion): Promise<PageOf<Conversation>> {
  return selectPage(db, page, {
    columns: conversationColumns,
    from: sql`chat_conversations c where c.account_id = ${accountId}`,
    order: [
      [sql`c.changed_at`, 'desc'],
      [sql`c.id`, 'desc'],
    ],
  })
}

export async function findConversation(db: Queryable, accountId: number, id: number): Promise<Conversation | null> {
  const { rows } = await sql<Conversation>`
    select ${conversationColumns} from chat_conversations c where c.id = ${id} and c.account_id = ${accountId}
  `.execute(db)
  return rows[0] ?? null
}

export interface Message {
  readonly id: number
  readonly direction: 'in' | 'out'
  readonly state: 'queued' | 'sent' | 'failed' | 'received'
  readonly content: ChatContent
  readonly transactionId: string | null
  readonly callbackUrl: string | null
  /** The message that a person answered. */
  readonly answersId: number | null
  readonly price: string
  /** Why it failed. */
  readonly reason: string | null
  readonly createdAt: Date
  readonly doneAt: Date | null
}

const messageColumns = sql`
  m.id, m.direction, m.state, m.content, m.transaction_id as "transactionId", m.callback_url as "callbackUrl", m.answers_id as "answersId",
  m.price::text as price, m.reason, m.created_at as "createdAt", m.done_at as "doneAt"
`

/** Newest first. */
export function listMessages(
  db: Queryable,
  accountId: number,
  conversationId: number,
  page: PageQuestion,
): Promise<PageOf<Message>> {
  return selectPage(db, page, {
    columns: messageColumns,
    from: sql`chat_messages m where m.conversation_id = ${conversationId} and m.account_id + 0 = ${accountId}`,
    order: [[sql`m.id`, 'desc']],
  })
}

export async function getMessage(db: Queryable, accountId: number, id: number): Promise<Message> {
  const { rows } =
    await sql<Message>`select ${messageColumns} from chat_messages m where m.id = ${id} and m.account_id = ${accountId}`.execute(
      db,
    )
  if (!rows[0]) throw new Error(`there is no message ${id}`)
  return rows[0]
}
