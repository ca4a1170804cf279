import { SettingsProblem } from '../../carriers/carrier.ts'
import { callbackPath, callbackSecret } from '../../carriers/provider-kind.ts'
import type { Context } from '../../context.ts'
import type { ProviderProduct } from '../../contract/console/providers.ts'
import { refuse } from '../../values/refusal.ts'
import { because, showTime } from '../../values/sentences.ts'
import type { Managing, ProviderSet, ProvidersContext, ShownProvider, Standing } from './model.ts'
import { readSecrets } from './secrets.ts'
import { findProvider, listProviders, type StoredProvider } from './store.ts'

/** The providers of one product, or of all. */
export const showProviders = async (ctx: ProvidersContext, product: ProviderProduct | null): Promise<ShownProvider[]> =>
  show(ctx, await listProviders(ctx.db, { product }))

export async function getProvider(ctx: ProvidersContext, name: string): Promise<ShownProvider> {
  const stored = await findProvider(ctx.db, name)
  const [shown] = stored === null ? [] : await show(ctx, [stored])
  if (shown === undefined) throw refuse('provider_not_found')
  return shown
}

async function show(ctx: ProvidersContext, rows: readonly StoredProvider[]): Promise<ShownProvider[]> {
  const shown = ctx.managed.map(async (managing) => {
    const own = rows.filter(({ product }) => product === managing.product)
    const standingOf = own.length === 0 ? null : await managing.standings()
    return Promise.all(
      own.map(async (row): Promise<ShownProvider[]> => {
        const { active, awaySince: _, problem: __, checkedAt: ___, secrets: ____, ...rest } = row
        const secrets = readSecrets(ctx, row)
        const standing = standingOf?.(row, secrets) ?? null
        if (standing === null) return []
        return [
          {
            ...rest,
            // Routes give carriers to accounts and order them.
            priority: row.product === 'sms' ? null : row.priority,
            paused: !active,
            secrets: Object.keys(secrets ?? {}),
            secretsUnreadable: secrets === null,
            ...standing,
            open: await managing.countOpen(ctx.db, row.name),
          },
        ]
      }),
    )
  })
  return (await Promise.all(shown)).flat(2)
}

type AnySet = Pick<ProviderSet<unknown, never>, 'product' | 'kinds' | 'find' | 'refresh'>

/** How the providers of a set are managed. */
export const managingOf = (
  { config }: Pick<Context, 'config'>,
  set: AnySet,
  countOpen: Managing['countOpen'],
): Managing => ({
  product: set.product,
  kinds: set.kinds,
  urlSecret: callbackSecret,
  refresh: set.refresh,
  countOpen,
  standings: async () => (row, secrets) => ({
    ...classifyProvider(row, set.find(row.name) !== null),
    ...urlsOf(row, secrets?.[callbackSecret], set.kinds, config.publicUrl),
    carrier: null,
  }),
})

/** Without an origin when the public URL is not configured. */
function urlsOf(
  { product, name, kind, settings }: StoredProvider,
  secret: string | undefined,
  kinds: AnySet['kinds'],
  publicUrl: string | null,
): Pick<Standing, 'callbackUrl' | 'messageUrl'> {
  if (secret === undefined || !takesCallbacks(kinds[kind], settings)) return { callbackUrl: null, messageUrl: null }
  const url = `${publicUrl ?? ''}${callbackPath(name, secret)}`
  if (product !== 'chat' || kind !== 'http') return { callbackUrl: url, messageUrl: null }
  return { callbackUrl: settings.receipts ? url : null, messageUrl: settings.messages ? `${url}/messages` : null }
}

type State = Pick<Standing, 'state' | 'since' | 'problem' | 'status'>

type StateRow = Pick<StoredProvider, 'active' | 'awaySince' | 'problem'>

export function classifyProvider({ active, awaySince: since, problem }: StateRow, isOpen: boolean): State {
  const absence = since === null ? 'Available.' : `Has not answered since ${showTime(since)}${because(problem)}.`
  if (!active) {
    const more = since === null ? '' : ` ${absence}`
    return { state: 'paused', since: null, problem, status: `Paused: it gets no new work.${more}` }
  }
  if (!isOpen)
    return { state: 'unusable', since, problem, status: 'Its settings or secrets are unusable. Set them again.' }
  return { state: since === null ? 'up' : 'away', since, problem, status: absence }
}

/** Settings that an earlier version accepted may be invalid now. */
export function takesCallbacks(kind: Managing['kinds'][string] | undefined, settings: unknown): boolean {
  try {
    return kind?.takesCallbacks(settings) ?? false
  } catch (error) {
    if (error instanceof SettingsProblem) return false
    throw error
  }
}
