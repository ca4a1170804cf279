import type { Provider, ProviderEvents } from '../../carriers/airtime/provider.ts'
import { syncRows } from '../../engine/row-sync.ts'
import type { AirtimeBase, Providers } from './context.ts'
import { openSecretsOf } from './provider-secrets.ts'
import { listProviders, type StoredProvider } from './store-providers.ts'

const describe = ({ settings, secrets }: StoredProvider) => JSON.stringify([settings, secrets.toString('base64')])

/**
 * A provider with unusable settings, for example after a change of the root secret, is treated as missing: its
 * transfers wait.
 */
export async function openProviders(ctx: AirtimeBase, simulated: Provider | null): Promise<Providers> {
  let eventsOf: ((provider: Provider) => ProviderEvents) | null = null
  const set = await syncRows<StoredProvider, Provider>({
    changes: ctx.changes,
    topic: 'airtime',
    list: () => listProviders(ctx.db),
    describe,
    async make(row) {
      const provider = ctx.kind.open(row.name, row.settings, openSecretsOf(ctx, row))
      if (eventsOf !== null) await provider.start(eventsOf(provider))
      return provider
    },
    end: (provider) => provider.stop(),
    onFault: (error, provider) => ctx.log.error({ err: error, provider }, 'an airtime provider has unusable settings'),
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
