import type { ChatChannel } from '../../carriers/chat/channel.ts'
import type { ChatContext } from './context.ts'

/** The topic that wakes the work of a channel. */
export const submitTopic = (channel: string) => `chat_messages/${channel}`

/** A business on a service. */
export interface Address {
  readonly service: string
  readonly business: string
}

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
