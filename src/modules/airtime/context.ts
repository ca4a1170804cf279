import type { Provider, ProviderEvents } from '../../carriers/airtime/provider.ts'
import type { Context } from '../../context.ts'
import type { Ids } from '../../engine/db/index.ts'
import type { Events } from '../events/index.ts'
import type { ProviderSet } from '../providers/index.ts'
import type { AirtimeMetrics } from './metrics.ts'

export interface AirtimeContext extends Context {
  readonly events: Events
  readonly providers: ProviderSet<Provider, ProviderEvents>
  readonly transferIds: Ids
  readonly airtimeMetrics: AirtimeMetrics
}
