import { type RawBuilder, sql } from 'kysely'
import type { ChatContent, IncomingContent } from '../../carriers/chat/channel.ts'
import { columnsOf, prepared, type Queryable, type RowOf, runAs } from '../../engine/db/index.ts'
import { readIdBound, type TimelineEvent, type TimelineSource } from '../table-data/index.ts'
import { stateOf, summaryOf } from './rules.ts'

const columns = columnsOf(
  { c: 'conversations', m: 'chat_messages' },
  `m.id, c.id as conversationId, c.channel as service, c.business, m.direction, m.state, m.content,
   m.text_removed, m.reason, m.created_at, m.delivered_at, m.read_at, m.failed_at`,
).narrow<{ content: ChatContent | IncomingContent }>()

type MessageRow = RowOf<typeof columns>

/** One number has few conversations: one for each business on each service. */
const conversationsMax = 100

/** The messages of all conversations with a number. */
export const chatTimeline: TimelineSource = {
  name: 'chat',
  kinds: ['chat'],
  scope: 'chat:read',
  list: ({ db }, { accountId, phone }, after, limit) =>
    listMessages(db, accountId, sql`c.phone = ${phone}`, readIdBound(after), limit),
}

/** The messages of one conversation. */
export const chatConversationTimeline: TimelineSource<{
  readonly accountId: number
  readonly conversationId: number
}> = {
  ...chatTimeline,
  list: ({ db }, { accountId, conversationId }, after, limit) =>
    listMessages(db, accountId, sql`c.id = ${conversationId}`, readIdBound(after), limit),
}

/** Reads the newest messages of each conversation through its index. */
function listMessages(
  db: Queryable,
  accountId: number,
  isConversation: RawBuilder<unknown>,
  idBound: number,
  limit: number,
): Promise<TimelineEvent[]> {
  return runAs(show).all(db)`
    ${prepared}
    select ${columns}
      from (select *
              from conversations c
             where c.account_id = ${accountId}
               and ${isConversation}
             limit ${conversationsMax}) c
     cross join lateral (
       select *
         from chat_messages n
        where n.conversation_id = c.id
          and n.account_id + 0 = ${accountId}
          and n.id < ${idBound}
        order by n.id desc
        limit ${limit}
     ) m
     order by m.id desc
     limit ${limit}
  `
}

const show = (row: MessageRow): TimelineEvent => ({
  kind: 'chat',
  at: row.createdAt,
  position: String(row.id),
  direction: row.direction,
  channel: row.service,
  from: row.business,
  text: summaryOf(row.content),
  content: row.textRemoved ? null : row.content,
  textRemoved: row.textRemoved,
  status: stateOf(row),
  reason: row.reason,
  conversationId: row.conversationId,
})
