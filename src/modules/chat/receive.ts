import type { ChatChannel, IncomingMessage } from '../../carriers/chat/channel.ts'
import { chatBody, publishEvents, publishToEndpoint } from '../webhooks/index.ts'
import { chargeSession, sessionPriceFor } from './charge-session.ts'
import type { ChatContext } from './context.ts'
import { soundText } from './rules.ts'
import { type Addressee, insertIncoming, listAddressees, markReceived } from './store-incoming.ts'

/**
 * Keeps what a person wrote, and tells the account in the same transaction; the channel is answered after it. What came
 * before changes nothing. A message that belongs to no account is noted in the log and taken, or the channel would
 * offer it for ever.
 */
export async function receiveMessage(
  ctx: ChatContext,
  { name: carrier }: ChatChannel,
  incoming: IncomingMessage,
): Promise<void> {
  const now = ctx.clock.now()
  const at = incoming.at < now ? incoming.at : now
  const text = soundText(incoming.text)
  await ctx.db.transaction(async (tx) => {
    const found = await listAddressees(tx, incoming)
    const to = chooseAddressee(found)
    if (to === null) {
      const why =
        found.length === 0
          ? 'a chat message came that belongs to no conversation'
          : 'a chat message came that several accounts could claim'
      return ctx.log.warn({ channel: carrier, id: incoming.id }, why)
    }
    const messageId = await insertIncoming(tx, to, { carrier, reference: incoming.id, text, at })
    if (messageId === null) return
    const { accountId, endpointId, transactionId } = to
    const body = chatBody({
      from: incoming.phone,
      to: incoming.business,
      channel: incoming.service,
      at,
      transactionId: transactionId ?? '',
      text,
    })
    await publishEvents(ctx, tx, 'chat', [{ accountId, body }])
    if (endpointId !== null) await publishToEndpoint(ctx, tx, { accountId, endpointId, body })
    // The endpoint comes before the conversation, as in a message that goes out: otherwise the two could wait for each
    // other.
    const price = sessionPriceFor(ctx, accountId, to.currency, incoming.phone)
    await chargeSession(ctx, tx, { ...to, messageId, at }, price, 'person')
    await markReceived(tx, to, at)
  })
}

/**
 * Who sent the answered message, or the only one who could have been meant. Names have no owners: an account that took
 * another's must not read its replies.
 */
function chooseAddressee([first, second]: readonly Addressee[]): Addressee | null {
  if (first === undefined) return null
  return first.answersId !== null || second === undefined ? first : null
}
