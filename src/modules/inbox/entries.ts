import { smsChannel } from '../../contract/account/conversations.ts'
import type { Query } from '../../values/page.ts'
import { chatConversationTimeline } from '../chat/index.ts'
import { readTimeline } from '../history/index.ts'
import { data as inboundData } from '../inbound/index.ts'
import { data as smsData } from '../sms/index.ts'
import type { Entry, TimelineQuery, TimelineSource } from '../table-data/index.ts'
import type { Caller, InboxContext } from './context.ts'
import { type NotesQuery, notesTimeline } from './notes.ts'
import { getConversation } from './show.ts'
import { listAuthors } from './store-replies.ts'

/** A page of the messages and notes of a conversation, newest first, with the members who wrote the messages. */
export async function listEntries(ctx: InboxContext, accountId: number, id: number, caller: Caller, query: Query) {
  const { channel, phone } = await getConversation(ctx, accountId, id, caller)
  const messages =
    channel === smsChannel
      ? [...smsData, ...inboundData].flatMap(({ history }) => history ?? []).filter(({ scope }) => caller.allows(scope))
      : [chatConversationTimeline]
  const sources: readonly TimelineSource<TimelineQuery & NotesQuery>[] = [...messages, notesTimeline]
  const page = await readTimeline(ctx, sources, { accountId, phone, conversationId: id }, query)
  const messageIds = page.data.flatMap((entry) => messageIdOf(entry) ?? [])
  const authors =
    messageIds.length === 0 ? new Map<number, string>() : await listAuthors(ctx.db, accountId, id, messageIds)
  const withAuthor = (entry: Entry) => {
    const author = authors.get(messageIdOf(entry) ?? 0)
    return author === undefined ? entry : { ...entry, author }
  }
  return { ...page, data: page.data.map(withAuthor) }
}

/** The id of an outgoing message; null for other entries. */
function messageIdOf({ id, direction }: Entry): number | null {
  const [, message] = direction === 'out' ? (/^(?:message|chat)-(\d+)$/.exec(id) ?? []) : []
  return message === undefined ? null : Number(message)
}
