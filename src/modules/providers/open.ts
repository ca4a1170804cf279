import { callbackPath, callbackSecret, type OpenProvider, type ProviderKind } from '../../carriers/provider-kind.ts'
import type { Context } from '../../context.ts'
import { syncRows } from '../../engine/row-sync.ts'
import { isUrlSecret } from '../../engine/secrets/index.ts'
import { createHealth } from './health.ts'
import type { Product, ProviderSet } from './model.ts'
import { openSecrets } from './secrets.ts'
import { listProviders, type StoredProvider } from './store.ts'

export interface ProviderSetOptions<Item> {
  readonly product: Product
  readonly kinds: Readonly<Record<string, ProviderKind<Item>>>
  /** The provider of staging; null otherwise. */
  readonly simulated: Item | null
}

interface Opened<Item> {
  readonly item: Item
  /** Undefined when the provider does not call back. */
  readonly callbackSecret: string | undefined
}

const describe = ({ kind, settings, secrets }: StoredProvider) =>
  JSON.stringify([kind, settings, secrets.toString('base64')])

/**
 * Opens the providers of a product. A provider with unusable settings, for example after a change of the root secret, is
 * treated as missing: its work waits.
 */
export async function openProviderSet<Events, Item extends OpenProvider<Events>>(
  ctx: Context,
  { product, kinds, simulated }: ProviderSetOptions<Item>,
): Promise<ProviderSet<Item, Events>> {
  let eventsOf: ((item: Item) => Events) | null = null
  const set = await syncRows<StoredProvider, Opened<Item>>({
    changes: ctx.changes,
    topic: 'providers',
    list: () => listProviders(ctx.db, { product }),
    describe,
    async make(row) {
      const kind = kinds[row.kind]
      if (kind === undefined) throw new Error(`unknown kind ${row.kind}`)
      const secrets = openSecrets(ctx, row)
      const secret = kind.takesCallbacks(row.settings) ? secrets[callbackSecret] : undefined
      const { publicUrl } = ctx.config
      const callbackUrl =
        secret === undefined || publicUrl === null ? null : `${publicUrl}${callbackPath(row.name, secret)}`
      const item = kind.open(row.name, row.settings, secrets, callbackUrl)
      if (eventsOf !== null) await item.start(eventsOf(item))
      return { item, callbackSecret: secret }
    },
    end: ({ item }) => item.stop(),
    onFault: (error, provider) => ctx.log.error({ err: error, product, provider }, 'a provider has unusable settings'),
  })
  const health = createHealth(ctx, set.rows)

  const find = (name: string) => (name === simulated?.name ? simulated : (set.find(name)?.item ?? null))
  const all = () => [
    ...set.rows().flatMap(({ name }) => set.find(name)?.item ?? []),
    ...(simulated === null ? [] : [simulated]),
  ]
  const rowsOf = (accountId: number) =>
    set.rows().filter((row) => row.accountId === null || row.accountId === accountId)
  function choose(tries: boolean, accountId: number, fits: (item: Item) => boolean = () => true): readonly Item[] {
    const usable = rowsOf(accountId)
      .filter((row) => row.active)
      .flatMap((row) => {
        const item = set.find(row.name)?.item
        return item !== undefined && fits(item) ? [{ row, item }] : []
      })
    const ordered = health.order(usable, tries).map(({ item }) => item)
    return simulated !== null && fits(simulated) ? [...ordered, simulated] : ordered
  }

  return {
    product,
    kinds,
    find,
    all,
    choose: (accountId, fits) => choose(true, accountId, fits),
    wouldChoose: (accountId, fits) => choose(false, accountId, fits),
    isServed: (accountId, fits = () => true) =>
      rowsOf(accountId).some(({ name }) => {
        const item = set.find(name)?.item
        return item === undefined || fits(item)
      }),
    isAway: health.isAway,
    ownerOf: (name) => set.rows().find((row) => row.name === name)?.accountId ?? null,
    note: health.note,
    findCallback(name, secret) {
      const opened = set.find(name)
      return isUrlSecret(secret, opened?.callbackSecret) ? (opened?.item ?? null) : null
    },
    refresh: set.refresh,
    async start(events) {
      eventsOf = events
      for (const item of all()) await item.start(events(item))
    },
    async stop() {
      await simulated?.stop()
      await set.stop()
      await health.idle()
    },
  }
}
