import type { Context } from '../../context.ts'
import type { Outbound } from '../../engine/outbound/index.ts'

export interface WebhooksContext extends Context {
  /** All requests to customer URLs must use this. */
  readonly outbound: Outbound
}
