import type { Provider, ProviderEvents, ProviderKind } from '../../carriers/airtime/provider.ts'
import type { Context } from '../../context.ts'
import type { Ids } from '../../engine/db/index.ts'
import type { Events } from '../events/index.ts'
import type { AirtimeMetrics } from './metrics.ts'

/** The providers there are: those that operators set up, and in staging the simulated one. */
export interface Providers {
  /** By name, also one that gets no new transfers. */
  find(name: string): Provider | null
  /** Who gets new transfers: the one that is set up and active, or else the simulated one. */
  current(): Provider | null
  /** A change that was just made is known here at once; on other processes a second later. */
  refresh(): Promise<void>
  /** They may speak from now on. */
  start(events: (provider: Provider) => ProviderEvents): Promise<void>
  stop(): Promise<void>
}

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
