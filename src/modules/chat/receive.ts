import type { ChatChannel, IncomingMessage } from '../../carriers/chat/channel.ts'
import { chatBody, publishEvents, publishToEndpoint } from '../webhooks/index.ts'
import { chargeSession, sessionPriceFor } from './charge-session.ts'
import type { ChatContext } from './context.ts'
import { soundContent, textOf } from './rules.ts'
import { type Addressee, insertIncoming, listAddressees, markReceived } from './store-incoming.ts'

/**
 * Stores a person's message and publishes it in the same transaction; the channel is answered afterwards. Duplicates
 * change nothing. A message without an account is logged and accepted, because the channel would offer it forever.
 */
export async function receiveMessage(
  ctx: ChatContext,
  { name: carrier }: ChatChannel,
  incoming: IncomingMessage,
): Promise<void> {
  const now = ctx.clock.now()
  const at = incoming.at < now ? incoming.at : now
  const content = soundContent(incoming.content)
  await ctx.db.transaction(async (tx) => {
    const found = await listAddressees(tx, incoming)
    const to = chooseAddressee(found)
    if (to === null) {
      const why =
        found.length === 0
          ? 'received a chat message that belongs to no conversation'
          : 'received a chat message that several accounts could claim'
      return ctx.log.warn({ channel: carrier, id: incoming.id }, why)
    }
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
    })
    await publishEvents(ctx, tx, 'chat', [{ accountId, body }])
    if (endpointId !== null) await publishToEndpoint(ctx, tx, { accountId, endpointId, body })
    // The endpoint is locked before the conversation, as for outgoing messages, to avoid deadlocks.
    const price = sessionPriceFor(ctx, accountId, to.currency, incoming.phone)
    await chargeSession(ctx, tx, { ...to, messageId, at }, price, 'person')
    await markReceived(tx, to, at)
  })
}

/**
 * The sender of the answered message, or the only possible account. Business names are not protected: an account that
 * uses another's name must not read its replies.
 */
function chooseAddressee([first, second]: readonly Addressee[]): Addressee | null {
  if (first === undefined) return null
  return first.answersId !== null || second === undefined ? first : null
}
