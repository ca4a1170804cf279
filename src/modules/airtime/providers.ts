import { setTimeout as sleep } from 'node:timers/promises'
import type { Provider, ProviderEvents } from '../../carriers/airtime/provider.ts'
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

const pollMs = 1_000

interface Opened {
  /** The row, as it was when it was opened. */
  readonly as: string
  readonly provider: Provider
  readonly active: boolean
}

const describe = ({ settings, secrets, active }: StoredProvider) => JSON.stringify([settings, secrets.toString('base64'), active])

export async function openProviders(ctx: AirtimeBase, simulated: Provider | null): Promise<Providers> {
  const stopping = new AbortController()
  let opened = new Map<string, Opened>()
  const told = new Map<string, string>()
  let eventsOf: ((provider: Provider) => ProviderEvents) | null = null
  let refreshing: Promise<void> = Promise.resolve()

  /** Settings that can't be used, after a change of the root secret for one, are a provider that is not there: its transfers wait. */
  async function open(row: StoredProvider): Promise<Opened | null> {
    const as = describe(row)
    const before = opened.get(row.name)
    if (before?.as === as) return before
    try {
      const provider = ctx.kind.open(row.name, row.settings, openSecretsOf(ctx, row))
      if (eventsOf !== null) await provider.start(eventsOf(provider))
      return { as, provider, active: row.active }
    } catch (error) {
      // It is tried again every second, and said once.
      if (told.get(row.name) !== as) ctx.log.error({ err: error, provider: row.name }, 'a provider of airtime can not be used')
      told.set(row.name, as)
      return null
    }
  }

  async function read(): Promise<void> {
    const now = new Map<string, Opened>()
    for (const row of await listProviders(ctx.db)) {
      const one = await open(row)
      if (one !== null) now.set(row.name, one)
    }
    const gone = [...opened.values()].filter(({ provider }) => now.get(provider.name)?.provider !== provider)
    opened = now
    await Promise.all(gone.map(({ provider }) => provider.stop()))
  }

  /** One after the other: of two at once the older must not come last. */
  function refresh(): Promise<void> {
    const next = refreshing.then(read)
    refreshing = next.catch(() => {})
    return next
  }

  async function keepPolling(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // A database that is away has no new settings either.
      if (!stopping.signal.aborted) await refresh().catch(() => {})
    }
  }

  await refresh()
  const polling = keepPolling()
  return {
    find: (name) => (name === simulated?.name ? simulated : (opened.get(name)?.provider ?? null)),
    current: () => [...opened.values()].find(({ active }) => active)?.provider ?? simulated,
    refresh,
    async start(events) {
      eventsOf = events
      const all = [...[...opened.values()].map(({ provider }) => provider), ...(simulated === null ? [] : [simulated])]
      for (const provider of all) await provider.start(events(provider))
    },
    async stop() {
      stopping.abort()
      await polling
      await simulated?.stop()
      await Promise.all([...opened.values()].map(({ provider }) => provider.stop()))
    },
  }
}
