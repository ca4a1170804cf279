import type { ChatChannel } from '../../carriers/chat/channel.ts'
import { afterCommit, type Tx } from '../../engine/db/index.ts'
import { type CreditProduct, findSpendableCredit, hold, isCreditShort, noCredit } from '../balance/index.ts'
import { holdProvider } from '../providers/index.ts'
import { listChannels, submitTopic } from './channels.ts'
import { chargeSession, sessionPriceFor } from './charge-session.ts'
import type { ChatContext } from './context.ts'
import { subjectOf } from './end.ts'
import { noRoute, templateNeeded, tooExpensive } from './errors.ts'
import { chatProduct, type MessageRequest, sessionEnd } from './rules.ts'
import { insertOutgoing, type StoredConversation, upsertConversation } from './store.ts'

export interface AcceptedMessage extends MessageRequest {
  readonly accountId: number
  readonly endpointId: number | null
  readonly product: CreditProduct
  /** Null for the usual time. */
  readonly expiresAt: Date | null
}

/**
 * Stores a message for the best channel and holds its cost. The row is also the job: workers can see it once it is
 * committed. Null when the account has already used the transaction id. Only messages of the product chat open
 * sessions.
 */
export async function acceptMessage(
  ctx: ChatContext,
  tx: Tx,
  message: AcceptedMessage,
  now: Date,
): Promise<number | null> {
  const { accountId, phone, product, endpointId, content } = message
  const channel = await holdChannel(ctx, tx, message)
  const credit = (await findSpendableCredit(tx, [accountId], product)).get(accountId) ?? noCredit
  const price = ctx.prices.pricesFor(product, accountId, credit.currency, now)(phone)
  if (price > credit.spendable) throw tooExpensive('this message', price, credit)
  const opensSession = product === chatProduct
  const sessionPrice = sessionPriceFor(ctx, accountId, credit.currency, phone)
  const isFree = opensSession && sessionPrice === 0n
  const conversation = await upsertConversation(tx, message, { accountId, endpointId, opensFreeSession: isFree }, now)
  if (channel.hasSessions && content.type !== 'template') refuseOutsideSession(conversation, now)
  const conversationId = conversation.id
  const id = await insertOutgoing(tx, { ...message, conversationId, carrier: channel.name, price }, now)
  if (id === null) return null
  try {
    if (price > 0n) await hold(tx, { accountId, product, amount: price, subject: subjectOf(id), credit }, now)
  } catch (error) {
    throw isCreditShort(error) ? tooExpensive('this message', price, credit) : error
  }
  if (opensSession)
    await chargeSession(ctx, tx, { accountId, conversationId, messageId: id, at: now }, sessionPrice, 'business')
  afterCommit(tx, () => ctx.work.announce(submitTopic(channel.name)))
  return id
}

/** The best channel, which cannot be removed before the commit. */
async function holdChannel(ctx: ChatContext, tx: Tx, message: AcceptedMessage): Promise<ChatChannel> {
  for (const channel of listChannels(ctx, message.accountId, message, { isSending: true }))
    if (channel.isSimulated || (await holdProvider(tx, channel.name))) return channel
  throw noRoute()
}

function refuseOutsideSession({ receivedAt }: StoredConversation, now: Date): void {
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  if (end === null || end <= now) throw templateNeeded(end)
}
