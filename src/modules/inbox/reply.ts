import { smsChannel } from '../../contract/account/conversations.ts'
import type { Tx } from '../../engine/db/index.ts'
import { findAnswer, type IdempotencyKey } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { type ChatContent, sendChatMessage, summaryOf } from '../chat/index.ts'
import type { InboxContext } from './context.ts'
import { type Address, type Author, noteOutgoing } from './conversations/index.ts'
import { alreadyReplied, conversationMissing, textNeeded } from './errors.ts'
import { sendText } from './send-text.ts'
import { findConversation, type StoredConversation } from './store.ts'
import { claimReply, findLastReply } from './store-replies.ts'

/** A message of a member, or of a program. */
interface Outgoing {
  readonly content: ChatContent
  /** The sender ID of an SMS; undefined for the usual one. */
  readonly from?: string
}

/** A sent reply. */
export interface Replied {
  /** The ids of the messages, for the logs. */
  readonly detail: Readonly<Record<string, unknown>>
  /** True when an earlier request with the same key sent it. */
  readonly replayed: boolean
}

/** Runs in the transaction that stores the message. */
type Claim = (tx: Tx, messageId: number) => Promise<void>

/**
 * Sends a reply as a normal message. It is claimed in the transaction that stores the message, so that of two members
 * who answer the same message, only one sends. `replies` is their number that the caller has seen; null for any.
 */
export function reply(
  ctx: InboxContext,
  accountId: number,
  conversation: StoredConversation,
  message: Outgoing & { readonly replies: number | null },
  author: Author,
  key: IdempotencyKey | null,
): Promise<Replied> {
  const { id } = conversation
  return send(ctx, accountId, conversation, message, key, async (tx, messageId) => {
    const claimed = { accountId, messageId, author, text: summaryOf(message.content) }
    if (!(await claimReply(tx, id, message.replies, claimed, ctx.clock.now()))) throw await refusalOf(tx, accountId, id)
  })
}

/** Sends a message to a person, and opens the conversation with them. */
export const start = (
  ctx: InboxContext,
  accountId: number,
  address: Address,
  message: Outgoing,
  author: Author,
  key: IdempotencyKey | null,
): Promise<Replied> =>
  send(ctx, accountId, address, message, key, (tx, messageId) =>
    noteOutgoing(tx, address, { accountId, messageId, author, text: summaryOf(message.content) }, ctx.clock.now()),
  )

async function refusalOf(tx: Tx, accountId: number, id: number): Promise<Refusal> {
  const isThere = (await findConversation(tx, accountId, id)) !== null
  return isThere ? alreadyReplied(await findLastReply(tx, accountId, id)) : conversationMissing()
}

async function send(
  ctx: InboxContext,
  accountId: number,
  { channel, business, phone }: Address,
  { content, from }: Outgoing,
  key: IdempotencyKey | null,
  claim: Claim,
): Promise<Replied> {
  if (channel === smsChannel) {
    if (content.type !== 'text') throw textNeeded()
    return sendOnce(ctx, key, () => sendText(ctx, accountId, { phone, text: content.text, from }, key, claim))
  }
  const message = { service: channel, business, phone, content, transactionId: null, callbackUrl: null }
  const { answer, replayed } = await sendChatMessage(ctx.chat, accountId, message, key, async (tx, id) => {
    await claim(tx, id)
    return { message: id }
  })
  return { detail: answer, replayed }
}

/** A repetition gets the earlier answer, even when it would be refused by now: its own reply counts as one. */
async function sendOnce({ db, clock }: InboxContext, key: IdempotencyKey | null, send: () => Promise<Replied>) {
  try {
    return await send()
  } catch (error) {
    const isKnown = error instanceof Refusal && key !== null && (await findAnswer(db, key, clock.now())) !== null
    if (isKnown) return { detail: {}, replayed: true }
    throw error
  }
}
