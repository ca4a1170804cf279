import type { ProviderKind } from '../../carriers/airtime/provider.ts'
import type { Context } from '../../context.ts'
import type { Ids } from '../../engine/db/index.ts'
import type { Events } from '../events/index.ts'
import type { AirtimeMetrics } from './metrics.ts'
import type { Providers } from './providers.ts'

/**
 * What transfers are handed: what everybody has, where they note what an account should know about, and how providers
 * are spoken to that are set up.
 */
export interface AirtimeBase extends Context {
  readonly events: Events
  readonly kind: ProviderKind
}

export interface AirtimeContext extends AirtimeBase {
  readonly transferIds: Ids
  readonly providers: Providers
  readonly airtimeMetrics: AirtimeMetrics
}
