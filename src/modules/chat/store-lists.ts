import { sql } from 'kysely'
import type { IncomingContent, IncomingMedia } from '../../carriers/chat/channel.ts'
import { columnsOf, type Queryable, type RowOf, run, selectPage } from '../../engine/db/index.ts'
import type { PageRequest } from '../../values/page.ts'
import { sessionHours } from './rules.ts'

const activeUserColumns = columnsOf({ u: 'conversations' }, 'u.phone, u.channel as service, u.received_at').narrow<{
  receivedAt: Date
}>()

export type ActiveUser = RowOf<typeof activeUserColumns>

/** People who wrote after a time, latest first, each once for each service. */
export const listActiveUsers = (db: Queryable, accountId: number, since: Date, page: PageRequest) =>
  selectPage(db, page, {
    columns: activeUserColumns,
    from: sql`(
      select c.phone, c.channel, max(c.received_at) as received_at
        from conversations c
       where c.account_id = ${accountId}
         and c.received_at > ${since}
       group by c.phone, c.channel
    ) u`,
    order: [
      [sql`u.received_at`, 'desc'],
      [sql`u.phone`, 'asc'],
      [sql`u.channel`, 'asc'],
    ],
  })

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
export const listUserDetails = (db: Queryable, accountId: number, users: readonly ActiveUser[]) => run.all<UserDetails>(
  db,
)`
  select s.started_at as "sessionStartedAt", l.content->>'text' as text
    from unnest(${users.map(({ service }) => service)}::text[], ${users.map(({ phone }) => phone)}::text[])
         with ordinality as u(service, phone, place)
    cross join lateral (
      select max(m.created_at) filter (where m.opens) as started_at, max(m.id) as last_id
        from (
          select r.id, r.created_at,
                 coalesce(r.created_at - lag(r.created_at) over (order by r.created_at, r.id) >= make_interval(hours => ${sessionHours}), true) as opens
            from conversations c
           cross join lateral (
             select m.id, m.created_at, m.direction
               from chat_messages m
              where m.conversation_id = c.id
              order by m.id desc
              limit ${messagesRead}
           ) r
           where c.account_id = ${accountId}
             and c.channel = u.service
             and c.phone = u.phone
             and r.direction = 'in'
        ) m
    ) s
    left join chat_messages l on l.id = s.last_id and l.account_id = ${accountId}
   order by u.place
`

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
  const row = await run.first<RowOf<typeof mediaColumns>>(db)`
    select ${mediaColumns}
      from chat_messages
     where id = ${id}
       and account_id = ${accountId}
       and conversation_id = coalesce(${conversationId}::bigint, conversation_id)
       and direction = 'in'
  `
  return row !== null && 'media' in row.content ? { media: row.content, carrier: row.carrier } : null
}
