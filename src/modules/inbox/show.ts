import { type Conversation, smsChannel } from '../../contract/account/conversations.ts'
import type { Sendable } from '../../contract/shapes.ts'
import { listReplyStates } from '../chat/index.ts'
import { findOptedOut } from '../consent/index.ts'
import { listNames } from '../contacts/index.ts'
import { listMemberNames } from '../users/index.ts'
import type { InboxContext } from './context.ts'
import { conversationMissing } from './errors.ts'
import type { Caller } from './model.ts'
import { findReplySenders } from './senders.ts'
import { findConversation, type StoredConversation } from './store.ts'
import { listReads } from './store-replies.ts'

export type ShownConversation = Sendable<Conversation>

export async function getConversation(
  { db }: InboxContext,
  accountId: number,
  id: number,
): Promise<StoredConversation> {
  const found = await findConversation(db, accountId, id)
  if (found === null) throw conversationMissing()
  return found
}

export async function showConversation(
  ctx: InboxContext,
  accountId: number,
  caller: Caller,
  conversation: StoredConversation,
): Promise<ShownConversation> {
  const [shown] = await showConversations(ctx, accountId, caller, [conversation])
  if (shown === undefined) throw conversationMissing()
  return shown
}

/** Adds names, unread messages, and how each person can be answered. */
export async function showConversations(
  ctx: InboxContext,
  accountId: number,
  { userId }: Caller,
  conversations: readonly StoredConversation[],
): Promise<ShownConversation[]> {
  if (conversations.length === 0) return []
  const { db } = ctx
  const phones = [...new Set(conversations.map(({ phone }) => phone))]
  const smsPhones = conversations.filter(isSms).map(({ phone }) => phone)
  const addresses = conversations
    .filter((one) => !isSms(one))
    .map(({ channel: service, business, phone }) => ({ service, business, phone }))
  const assignees = [...new Set(conversations.flatMap(({ assigneeId }) => assigneeId ?? []))]
  const ids = conversations.map(({ id }) => id)
  const [names, members, reads, senders, optedOut, chats] = await Promise.all([
    listNames(db, accountId, phones),
    assignees.length === 0 ? [] : listMemberNames(db, accountId, assignees),
    userId === null ? null : listReads(db, accountId, userId, ids),
    findReplySenders(ctx, accountId, smsPhones),
    listOptedOut(ctx, accountId, smsPhones),
    listReplyStates(ctx.chat, accountId, addresses),
  ])
  const chatOf = ({ channel, business, phone }: StoredConversation) =>
    chats.find((one) => one.phone === phone && one.service === channel && one.business === business)
  return conversations.map((conversation) => {
    const { id, phone, business, assigneeId, incoming, ...rest } = conversation
    const chat = chatOf(conversation)
    return {
      ...rest,
      id,
      phone,
      name: names.get(phone) ?? '',
      from: isSms(conversation) ? (senders.get(phone) ?? null) : business,
      assignee: members.find((member) => member.id === assigneeId) ?? null,
      incoming,
      unread: reads === null ? null : Math.max(0, incoming - (reads.get(id) ?? 0)),
      optedOut: isSms(conversation) && optedOut.has(phone),
      needsTemplate: chat?.needsTemplate ?? false,
      chatConversationId: chat?.id ?? null,
    }
  })
}

const isSms = ({ channel }: StoredConversation) => channel === smsChannel

async function listOptedOut({ db }: InboxContext, accountId: number, phones: readonly string[]): Promise<Set<string>> {
  const found = new Set<string>()
  const recipients = phones.map((phone) => ({ accountId, phone }))
  for await (const { phone } of findOptedOut(db, recipients)) found.add(phone)
  return found
}
