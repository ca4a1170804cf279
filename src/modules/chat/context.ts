import type { ChannelEvents, ChatChannel } from '../../carriers/chat/channel.ts'
import type { PriceList } from '../balance/index.ts'
import type { ProviderSet } from '../providers/index.ts'
import type { WebhooksContext } from '../webhooks/index.ts'

export interface ChatContext extends WebhooksContext {
  readonly prices: PriceList
  readonly channels: ProviderSet<ChatChannel, ChannelEvents>
}
