import { sql } from 'kysely'
import type { ChatContent, IncomingContent, IncomingMedia } from '../../carriers/chat/channel.ts'
import { columnsOf, type Queryable, type RowOf, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import { type ChatState, sessionHours, stateOf } from './rules.ts'

/** SQL of the chat lists. */

const activeUserColumns = columnsOf(
  { u: 'chat_conversations' },
  { phone: 'u.phone', service: 'u.service', receivedAt: 'u.received_at' },
).narrow<{ receivedAt: Date }>()

export type ActiveUser = RowOf<typeof activeUserColumns>

/** People who wrote after a time, latest first, each once for each service. */
export function listActiveUsers(
  db: Queryable,
  accountId: number,
  since: Date,
  page: PageQuestion,
): Promise<PageOf<ActiveUser>> {
  return selectPage(db, page, {
    columns: activeUserColumns,
    from: sql`(
      select c.phone, c.service, max(c.received_at) as received_at
        from chat_conversations c
       where c.account_id = ${accountId}
         and c.received_at > ${since}
       group by c.phone, c.service
    ) u`,
    order: [
      [sql`u.received_at`, 'desc'],
      [sql`u.phone`, 'asc'],
      [sql`u.service`, 'asc'],
    ],
  })
}

/** Null when the messages are deleted or beyond the read limit. */
export interface UserDetails {
  readonly sessionStartedAt: Date | null
  readonly text: string | null
}

/**
 * The messages of a conversation that are read to find its session, because a page has many users with possibly
 * thousands of messages.
 */
const messagesRead = 100

/**
 * The last message of each user and the start of their session: the first message after a silence as long as a session.
 * A longer session starts with the oldest message that is read. In the order of `users`.
 */
export async function listUserDetails(
  db: Queryable,
  accountId: number,
  users: readonly ActiveUser[],
): Promise<UserDetails[]> {
  const { rows } = await sql<UserDetails>`
    select s.started_at as "sessionStartedAt", l.content->>'text' as text
      from unnest(${users.map(({ service }) => service)}::text[], ${users.map(({ phone }) => phone)}::text[])
           with ordinality as u(service, phone, place)
      cross join lateral (
        select max(m.created_at) filter (where m.opens) as started_at, max(m.id) as last_id
          from (
            select r.id, r.created_at,
                   coalesce(r.created_at - lag(r.created_at) over (order by r.created_at, r.id) >= make_interval(hours => ${sessionHours}), true) as opens
              from chat_conversations c
             cross join lateral (
               select m.id, m.created_at, m.direction
                 from chat_messages m
                where m.conversation_id = c.id
                order by m.id desc
                limit ${messagesRead}
             ) r
             where c.account_id = ${accountId}
               and c.service = u.service
               and c.phone = u.phone
               and r.direction = 'in'
          ) m
      ) s
      left join chat_messages l on l.id = s.last_id and l.account_id = ${accountId}
     order by u.place
  `.execute(db)
  return rows
}

const conversationColumns = columnsOf(
  { c: 'chat_conversations' },
  {
    id: 'c.id',
    accountId: 'c.account_id',
    channel: 'c.service',
    from: 'c.business',
    to: 'c.phone',
    createdAt: 'c.created_at',
    changedAt: 'c.changed_at',
    /** The person's last message. */
    receivedAt: 'c.received_at',
  },
)

export type Conversation = RowOf<typeof conversationColumns>

/** Latest activity first. */
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

/** The conversation of a message. */
export async function findConversationOf(tx: Queryable, accountId: number, messageId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select conversation_id as id from chat_messages where id = ${messageId} and account_id = ${accountId}
  `.execute(tx)
  return rows[0]?.id ?? 0
}

const messageColumns = columnsOf(
  { m: 'chat_messages' },
  {
    id: 'm.id',
    direction: 'm.direction',
    state: 'm.state',
    content: 'm.content',
    textRemoved: 'm.text_removed',
    transactionId: 'm.transaction_id',
    callbackUrl: 'm.callback_url',
    /** The message that this one answers. */
    answersId: 'm.answers_id',
    price: 'm.price',
    /** The reason for a failure. */
    reason: 'm.reason',
    createdAt: 'm.created_at',
    doneAt: 'm.done_at',
    deliveredAt: 'm.delivered_at',
    readAt: 'm.read_at',
    failedAt: 'm.failed_at',
  },
).narrow<{ content: ChatContent | IncomingContent }>()

type MessageRow = RowOf<typeof messageColumns>
export type Message = Omit<MessageRow, 'state'> & { readonly state: ChatState }

const readMessage = (row: MessageRow): Message => ({ ...row, state: stateOf(row) })

/** Newest first. */
export async function listMessages(
  db: Queryable,
  accountId: number,
  conversationId: number,
  page: PageQuestion,
): Promise<PageOf<Message>> {
  const found = await selectPage(db, page, {
    columns: messageColumns,
    from: sql`chat_messages m where m.conversation_id = ${conversationId} and m.account_id + 0 = ${accountId}`,
    order: [[sql`m.id`, 'desc']],
  })
  return { ...found, items: found.items.map(readMessage) }
}

export async function getMessage(db: Queryable, accountId: number, id: number): Promise<Message> {
  const { rows } =
    await sql<MessageRow>`select ${messageColumns} from chat_messages m where m.id = ${id} and m.account_id = ${accountId}`.execute(
      db,
    )
  if (!rows[0]) throw new Error(`message ${id} does not exist`)
  return readMessage(rows[0])
}

const mediaColumns = columnsOf('chat_messages', { content: 'content', carrier: 'carrier' }).narrow<{
  content: IncomingContent
}>()

/** The file of an incoming message, and its channel. Null as the conversation means any. */
export async function findMedia(
  db: Queryable,
  accountId: number,
  id: number,
  conversationId: number | null,
): Promise<{ readonly media: IncomingMedia; readonly carrier: string } | null> {
  const { rows } = await sql<RowOf<typeof mediaColumns>>`
    select ${mediaColumns}
      from chat_messages
     where id = ${id}
       and account_id = ${accountId}
       and conversation_id = coalesce(${conversationId}::bigint, conversation_id)
       and direction = 'in'
  `.execute(db)
  const [row] = rows
  return row !== undefined && 'media' in row.content ? { media: row.content, carrier: row.carrier } : null
}
