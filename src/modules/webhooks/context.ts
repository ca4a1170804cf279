import type { Context } from '../../context.ts'
import type { Outbound } from '../../engine/outbound/index.ts'

export interface WebhooksContext extends Context {
  /** The only way to an address that a customer chose. */
  readonly outbound: Outbound
}
