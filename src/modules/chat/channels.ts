import type { ChatChannel } from '../../carriers/chat/channel.ts'
import type { ChatContext } from './context.ts'

/** The topic that wakes the work of a channel. */
export const submitTopic = (channel: string) => `chat_messages/${channel}`

/** A business on a service. */
export interface Address {
  readonly service: string
  readonly business: string
}

/** The channels that may send messages of an account, best first. */
export const listChannels = (
  { channels }: ChatContext,
  accountId: number,
  { service, business }: Address,
): readonly ChatChannel[] => channels.choose(accountId, (channel) => channel.carries(service, business))
