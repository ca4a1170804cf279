import type { Provider, ProviderEvents } from '../../carriers/airtime/provider.ts'
import { keepInStep } from '../../engine/in-step.ts'
import type { AirtimeBase } from './context.ts'
import { openSecretsOf } from './provider-secrets.ts'
import { listProviders, type StoredProvider } from './store-providers.ts'

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

const describe = ({ settings, secrets }: StoredProvider) => JSON.stringify([settings, secrets.toString('base64')])

/**
 * Settings that can't be used, after a change of the root secret for one, are a provider that is not there: its
 * transfers wait.
 */
export async function openProviders(ctx: AirtimeBase, simulated: Provider | null): Promise<Providers> {
  let eventsOf: ((provider: Provider) => ProviderEvents) | null = null
  const set = await keepInStep<StoredProvider, Provider>({
    list: () => listProviders(ctx.db),
    describe,
    async make(row) {
      const provider = ctx.kind.open(row.name, row.settings, openSecretsOf(ctx, row))
      if (eventsOf !== null) await provider.start(eventsOf(provider))
      return provider
    },
    end: (provider) => provider.stop(),
    onFault: (error, provider) => ctx.log.error({ err: error, provider }, 'a provider of airtime can not be used'),
  })

  return {
    find: (name) => (name === simulated?.name ? simulated : set.find(name)),
    current() {
      const active = set.rows().find((row) => row.active && set.find(row.name) !== null)
      return active === undefined ? simulated : set.find(active.name)
    },
    refresh: set.refresh,
    async start(events) {
      eventsOf = events
      const all = [
        ...set.rows().flatMap(({ name }) => set.find(name) ?? []),
        ...(simulated === null ? [] : [simulated]),
      ]
      for (const provider of all) await provider.start(events(provider))
    },
    async stop() {
      await simulated?.stop()
      await set.stop()
    },
  }
}
