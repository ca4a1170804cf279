import type { ChatChannel } from '../../carriers/chat/channel.ts'
import type { Queryable } from '../../engine/db/index.ts'
import type { ChatContext } from './context.ts'
import { type Address, sessionEnd } from './rules.ts'
import { findLastReceived } from './store.ts'

/** The topic that wakes the work of a channel. */
export const submitTopic = (channel: string) => `chat_messages/${channel}`

/**
 * The channels that may send messages of an account, best first. The simulated channel carries only services for which
 * the account has no channel: otherwise a wrong business would look like a success. `isSending`: one of them is used
 * now, so that an unreachable channel may get a trial.
 */
export function listChannels(
  { channels }: Pick<ChatContext, 'channels'>,
  accountId: number,
  { service, business }: Address,
  { isSending }: { readonly isSending: boolean },
): readonly ChatChannel[] {
  const isServed = channels.isServed(accountId, (channel) => channel.serves(service))
  const fits = (channel: ChatChannel) => channel.carries(service, business) && !(channel.isSimulated && isServed)
  return isSending ? channels.choose(accountId, fits) : channels.wouldChoose(accountId, fits)
}

/** The end of the newest session of an account; null when none is open. */
export async function findSessionEnd(db: Queryable, accountId: number, now: Date): Promise<Date | null> {
  const receivedAt = await findLastReceived(db, accountId)
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  return end !== null && end > now ? end : null
}

/** The end of the session with a person, null when none is open, and whether only a template can be sent without one. */
export function sessionOf(
  ctx: Pick<ChatContext, 'channels' | 'clock'>,
  accountId: number,
  { receivedAt, ...address }: Address & { readonly receivedAt: Date | null },
): { readonly sessionUntil: Date | null; readonly needsTemplate: boolean } {
  const end = receivedAt === null ? null : sessionEnd(receivedAt)
  const sessionUntil = end !== null && end > ctx.clock.now() ? end : null
  const [best] = listChannels(ctx, accountId, address, { isSending: false })
  return { sessionUntil, needsTemplate: sessionUntil === null && best?.hasSessions === true }
}
