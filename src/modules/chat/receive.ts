import type { ChatChannel, IncomingMessage } from '../../carriers/chat/channel.ts'
import type { Tx } from '../../engine/db/index.ts'
import { noteIncoming } from '../inbox/conversations/index.ts'
import { chatBody, publishEvents, publishToEndpoint } from '../webhooks/index.ts'
import { chargeSession, sessionPriceFor } from './charge-session.ts'
import type { ChatContext } from './context.ts'
import { detailsOf, soundContent, summaryOf, textOf } from './rules.ts'
import { type Addressee, insertIncoming, listAddressees, upsertConversation } from './store.ts'

/**
 * Stores a person's message and publishes it in the same transaction; the channel is answered afterwards. Duplicates
 * change nothing. A message without an account is logged and accepted, because the channel would offer it forever.
 */
export async function receiveMessage(
  ctx: ChatContext,
  { name: carrier }: ChatChannel,
  received: IncomingMessage,
): Promise<void> {
  const now = ctx.clock.now()
  const at = received.at < now ? received.at : now
  const content = soundContent(received.content)
  const incoming = { ...received, content }
  await ctx.db.transaction(async (tx) => {
    const to = await findAddressee(ctx, tx, carrier, incoming, at)
    if (to === null) return
    const messageId = await insertIncoming(tx, to, { carrier, reference: incoming.id, content, at })
    if (messageId === null) return
    const { accountId, endpointId, transactionId } = to
    const body = chatBody({
      from: incoming.phone,
      to: incoming.business,
      channel: incoming.service,
      at,
      transactionId: transactionId ?? '',
      text: textOf(content),
      type: content.type,
      details: detailsOf(content, messageId),
    })
    await publishEvents(ctx, tx, 'chat', [{ accountId, body }])
    if (endpointId !== null) await publishToEndpoint(ctx, tx, { accountId, endpointId, body })
    // The endpoint is locked before the conversation, as for outgoing messages, to avoid deadlocks.
    const price = sessionPriceFor(ctx, accountId, to.currency, incoming.phone)
    await chargeSession(ctx, tx, { ...to, messageId, at }, price, 'person')
    const { service: channel, business, phone } = incoming
    await noteIncoming(tx, { accountId, channel, business, phone, text: summaryOf(content), opensSession: true }, at)
  })
}

/**
 * The sender of the answered message, or the only possible account. Business names are not protected: an account that
 * uses another's name must not read its replies. The owner of a channel gets all messages of the channel, also those of
 * people whom it never wrote to.
 */
async function findAddressee(
  { channels, log }: ChatContext,
  tx: Tx,
  carrier: string,
  incoming: IncomingMessage,
  at: Date,
): Promise<Addressee | null> {
  const owner = channels.ownerOf(carrier)
  const [first, second] = await listAddressees(tx, carrier, incoming, owner)
  if (first !== undefined && (first.answersId !== null || second === undefined)) return first
  if (first === undefined && owner !== null) {
    await upsertConversation(tx, incoming, { accountId: owner, endpointId: null, opensFreeSession: false }, at)
    return (await listAddressees(tx, carrier, incoming, owner))[0] ?? null
  }
  const why = first === undefined ? 'that belongs to no conversation' : 'that several accounts could claim'
  log.warn({ channel: carrier, id: incoming.id }, `received a chat message ${why}`)
  return null
}
