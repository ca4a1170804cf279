import { smsChannel } from '../../contract/account/conversations.ts'
import type { Query } from '../../values/page.ts'
import { chatConversationTimeline } from '../chat/index.ts'
import { readTimeline, type TimelinePage } from '../history/index.ts'
import { data as inboundData } from '../inbound/index.ts'
import { data as smsData } from '../sms/index.ts'
import type { Entry, TimelineQuery } from '../table-data/index.ts'
import type { Caller, InboxContext } from './context.ts'
import { type NotesQuery, notesTimeline } from './notes.ts'
import { getConversation } from './show.ts'
import type { StoredConversation } from './store.ts'
import { listAuthors } from './store-replies.ts'

type SmsQuery = TimelineQuery & NotesQuery

/** A page of the messages and notes of a conversation, newest first, with the members who wrote the messages. */
export async function listEntries(
  ctx: InboxContext,
  accountId: number,
  id: number,
  caller: Caller,
  query: Query,
): Promise<TimelinePage> {
  const conversation = await getConversation(ctx, accountId, id, caller)
  const page = await readPage(ctx, accountId, conversation, caller, query)
  const messageIds = page.data.flatMap((entry) => messageIdOf(entry) ?? [])
  const authors =
    messageIds.length === 0 ? new Map<number, string>() : await listAuthors(ctx.db, accountId, id, messageIds)
  const withAuthor = (entry: Entry) => {
    const author = authors.get(messageIdOf(entry) ?? 0)
    return author === undefined ? entry : { ...entry, author }
  }
  return { ...page, data: page.data.map(withAuthor) }
}

async function readPage(
  ctx: InboxContext,
  accountId: number,
  { id: conversationId, channel, phone }: StoredConversation,
  { allows }: Caller,
  query: Query,
): Promise<TimelinePage> {
  const about = { accountId, phone, conversationId }
  if (channel === smsChannel) {
    const sources = [...smsData, ...inboundData]
      .flatMap(({ history }) => history ?? [])
      .filter(({ scope }) => allows(scope))
    return readTimeline<SmsQuery>(ctx, [...sources, notesTimeline], about, query)
  }
  return readTimeline<NotesQuery>(ctx, [chatConversationTimeline, notesTimeline], about, query)
}

/** The id of an outgoing message; null for other entries. */
function messageIdOf({ id, direction }: Entry): number | null {
  const [, message] = direction === 'out' ? (/^(?:message|chat)-(\d+)$/.exec(id) ?? []) : []
  return message === undefined ? null : Number(message)
}
