import { smsChannel } from '../../contract/account/conversations.ts'
import type { Tx } from '../../engine/db/index.ts'
import { findAnswer, type IdempotencyKey } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { sendChatMessage } from '../chat/index.ts'
import type { Author, NewReply } from '../conversation-state/index.ts'
import type { InboxContext } from './context.ts'
import { alreadyReplied, conversationMissing } from './errors.ts'
import type { ReplyText } from './model.ts'
import { sendText } from './send-text.ts'
import { findConversation, type StoredConversation } from './store.ts'
import { claimReply, findLastReply } from './store-replies.ts'

/** A sent reply. */
export interface Replied {
  /** The ids of the messages, for the logs. */
  readonly detail: Readonly<Record<string, unknown>>
  /** True when an earlier request with the same key sent it. */
  readonly replayed: boolean
}

/**
 * Sends a reply as a normal message. It is claimed in the transaction that stores the message, so that of two members
 * who answer the same message, only one sends.
 */
export async function reply(
  ctx: InboxContext,
  accountId: number,
  conversation: StoredConversation,
  { text, from, replies }: ReplyText,
  author: Author,
  key: IdempotencyKey | null,
): Promise<Replied> {
  const { id, phone } = conversation
  const claim = async (tx: Tx, messageId: number) => {
    const claimed: NewReply = { accountId, messageId, author, text }
    if (!(await claimReply(tx, id, replies ?? null, claimed, ctx.clock.now()))) throw await refusalOf(tx, accountId, id)
  }
  return conversation.channel === smsChannel
    ? onceOf(ctx, key, () => sendText(ctx, accountId, { phone, text, from }, key, claim))
    : replyByChat(ctx, accountId, conversation, text, key, claim)
}

async function refusalOf(tx: Tx, accountId: number, id: number): Promise<Refusal> {
  const isThere = (await findConversation(tx, accountId, id)) !== null
  return isThere ? alreadyReplied(await findLastReply(tx, accountId, id)) : conversationMissing()
}

/** A repetition gets the earlier answer, even when it would be refused by now: its own reply counts as one. */
export async function onceOf(
  { db, clock }: InboxContext,
  key: IdempotencyKey | null,
  send: () => Promise<Replied>,
): Promise<Replied> {
  try {
    return await send()
  } catch (error) {
    const isKnown = error instanceof Refusal && key !== null && (await findAnswer(db, key, clock.now())) !== null
    if (isKnown) return { detail: {}, replayed: true }
    throw error
  }
}

async function replyByChat(
  { chat }: InboxContext,
  accountId: number,
  { channel: service, business, phone }: StoredConversation,
  text: string,
  key: IdempotencyKey | null,
  claim: (tx: Tx, messageId: number) => Promise<void>,
): Promise<Replied> {
  const message = {
    service,
    business,
    phone,
    content: { type: 'text', text },
    transactionId: null,
    callbackUrl: null,
  } as const
  const { answer, replayed } = await sendChatMessage(chat, accountId, message, key, async (tx, id) => {
    await claim(tx, id)
    return { message: id }
  })
  return { detail: answer, replayed }
}
