import type { Provider, ProviderEvents, ProviderKind } from '../../carriers/airtime/provider.ts'
import type { Context } from '../../context.ts'
import type { Ids } from '../../engine/db/index.ts'
import type { Events } from '../events/index.ts'
import type { AirtimeMetrics } from './metrics.ts'

/** The configured providers and, in staging, the simulated one. */
export interface Providers {
  /** By name, including inactive providers. */
  find(name: string): Provider | null
  /** The provider for new transfers: the active one, or else the simulated one. */
  current(): Provider | null
  /** Applies a change at once on this process; others see it within a second. */
  refresh(): Promise<void>
  /** Providers may report results from now on. */
  start(events: (provider: Provider) => ProviderEvents): Promise<void>
  stop(): Promise<void>
}

/** Dependencies of the airtime module. */
export interface AirtimeBase extends Context {
  readonly events: Events
  readonly kind: ProviderKind
}

export interface AirtimeContext extends AirtimeBase {
  readonly transferIds: Ids
  readonly providers: Providers
  readonly airtimeMetrics: AirtimeMetrics
}
