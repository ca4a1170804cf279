import { smsChannel } from '../../contract/account/conversations.ts'
import type { Query } from '../../values/page.ts'
import { type ChatConversationQuestion, chatConversationTimeline, listReplyStates } from '../chat/index.ts'
import { inboundTimeline } from '../inbound/index.ts'
import { smsTimeline } from '../sms/index.ts'
import { type Entry, readTimeline, type TimelinePage, type TimelineQuestion } from '../timeline/index.ts'
import type { InboxContext } from './context.ts'
import type { Caller } from './model.ts'
import { type NotesQuestion, notesTimeline } from './notes.ts'
import { getConversation } from './show.ts'
import type { StoredConversation } from './store.ts'
import { listAuthors } from './store-replies.ts'

type SmsQuestion = TimelineQuestion & NotesQuestion
type ChatQuestion = ChatConversationQuestion & NotesQuestion

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
  { id: conversationId, channel, business, phone }: StoredConversation,
  { allows }: Caller,
  query: Query,
): Promise<TimelinePage> {
  const question = { accountId, phone, conversationId }
  if (channel === smsChannel) {
    const sources = [smsTimeline, inboundTimeline].filter(({ scope }) => allows(scope))
    return readTimeline<SmsQuestion>(ctx.db, [...sources, notesTimeline], question, query)
  }
  const [chat] = await listReplyStates(ctx.chat, accountId, [{ service: channel, business, phone }])
  if (chat === undefined) return readTimeline(ctx.db, [notesTimeline], question, query)
  const asked = { ...question, chatConversationId: chat.id }
  return readTimeline<ChatQuestion>(ctx.db, [chatConversationTimeline, notesTimeline], asked, query)
}

/** The id of an outgoing message; null for other entries. */
function messageIdOf({ id, direction }: Entry): number | null {
  const [, message] = direction === 'out' ? (/^(?:message|chat)-(\d+)$/.exec(id) ?? []) : []
  return message === undefined ? null : Number(message)
}
