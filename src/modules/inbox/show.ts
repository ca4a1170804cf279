import { type Conversation, smsChannel } from '../../contract/account/conversations.ts'
import type { Sendable } from '../../contract/shapes.ts'
import { scopeMissing } from '../accounts/index.ts'
import { sessionOf } from '../chat/index.ts'
import { findOptedOut } from '../consent/index.ts'
import { listNames } from '../contacts/index.ts'
import { listAnswerersOf } from '../users/index.ts'
import type { Caller, InboxContext } from './context.ts'
import { canRead, readScopeOf, sendScopeOf } from './conversations/index.ts'
import { conversationMissing } from './errors.ts'
import { findReplySenders } from './senders.ts'
import { findConversation, type StoredConversation } from './store.ts'
import { listReads } from './store-replies.ts'

/** A conversation of a channel that the caller cannot read looks missing. */
export async function getConversation({ db }: InboxContext, accountId: number, id: number, { allows }: Caller) {
  const found = await findConversation(db, accountId, id)
  if (found === null || !canRead(allows, found.channel)) throw conversationMissing()
  return found
}

/** A conversation to change. A credential also needs the scope that sends messages of its channel. */
export async function getChangeable(
  { db }: InboxContext,
  accountId: number,
  id: number,
  { allows }: Caller,
  credentialId: number,
): Promise<StoredConversation> {
  const found = await findConversation(db, accountId, id)
  const scope = sendScopeOf(found?.channel ?? smsChannel)
  if (found !== null && allows(scope)) return found
  throw found === null || !canRead(allows, found.channel) ? conversationMissing() : scopeMissing(scope, credentialId)
}

export async function showConversation(
  ctx: InboxContext,
  accountId: number,
  caller: Caller,
  conversation: StoredConversation,
) {
  const [shown] = await showConversations(ctx, accountId, caller, [conversation])
  if (shown === undefined) throw conversationMissing()
  return shown
}

/** Adds names, unread messages, and how each person can be answered, as far as the caller may read them. */
export async function showConversations(
  ctx: InboxContext,
  accountId: number,
  { userId, allows }: Caller,
  conversations: readonly StoredConversation[],
): Promise<Sendable<Conversation>[]> {
  if (conversations.length === 0) return []
  const { db } = ctx
  const phones = [...new Set(conversations.map(({ phone }) => phone))]
  const smsPhones = conversations.filter(isSms).map(({ phone }) => phone)
  const assignees = [...new Set(conversations.flatMap(({ assigneeId }) => assigneeId ?? []))]
  const ids = conversations.map(({ id }) => id)
  const [names, members, reads, senders, optedOut] = await Promise.all([
    allows('contacts:read') ? listNames(db, accountId, phones) : new Map<string, string>(),
    assignees.length === 0 ? [] : listAnswerersOf(db, accountId, assignees),
    userId === null ? null : listReads(db, accountId, userId, ids),
    findReplySenders(ctx, accountId, smsPhones),
    listOptedOut(ctx, accountId, allows('optouts:read') ? smsPhones : []),
  ])
  return conversations.map((conversation) => {
    const { id, channel, phone, business, assigneeId, incoming, lastText, lastDirection, receivedAt, ...rest } =
      conversation
    const session = isSms(conversation)
      ? { sessionUntil: null, needsTemplate: false }
      : sessionOf(ctx.chat, accountId, { service: channel, business, receivedAt })
    return {
      ...rest,
      id,
      channel,
      phone,
      name: names.get(phone) ?? '',
      from: isSms(conversation) ? (senders.get(phone) ?? null) : business,
      assignee: members.find((member) => member.id === assigneeId) ?? null,
      incoming,
      unread: reads === null ? null : Math.max(0, incoming - (reads.get(id) ?? 0)),
      lastText: allows(readScopeOf(channel, lastDirection)) ? lastText : '',
      lastDirection,
      optedOut: isSms(conversation) && optedOut.has(phone),
      ...session,
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
