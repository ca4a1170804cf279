import type { ChatChannel } from '../../carriers/chat/channel.ts'
import type { PriceList } from '../balance/index.ts'
import type { WebhooksContext } from '../webhooks/index.ts'

export interface ChatContext extends WebhooksContext {
  readonly prices: PriceList
  /** The first channel that supports a service is used. */
  readonly channels: readonly ChatChannel[]
}
