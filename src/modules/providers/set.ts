import { isDeepStrictEqual } from 'node:util'
import { SettingsProblem } from '../../carriers/carrier.ts'
import type { ProviderBody } from '../../contract/console/providers.ts'
import type { Tx } from '../../engine/db/index.ts'
import { readUrlSecret, urlSecretRule } from '../../engine/secrets/index.ts'
import { refuse } from '../../values/refusal.ts'
import { accountExists } from '../accounts/index.ts'
import { badSettings, productMissing, providerInUse, unknownKind } from './errors.ts'
import type { CheckedProvider, Managing, ProvidersContext, ShownProvider } from './model.ts'
import { type ProviderSecrets, readSecrets, sealSecrets } from './secrets.ts'
import { getProvider } from './show.ts'
import {
  deleteOutage,
  deleteProvider,
  findProvider,
  lockNames,
  lockProvider,
  markActive,
  putProvider,
  type StoredProvider,
} from './store.ts'

/** The name is part of the callback URL. */
const nameShape = /^[a-z0-9-]{1,32}$/

const usualPriority = 1

/** Adds or changes a provider. A field or secret that is not given keeps its value; null removes a secret. */
export async function setProvider(ctx: ProvidersContext, name: string, wanted: ProviderBody): Promise<ShownProvider> {
  const { accountId, priority } = wanted
  if (!nameShape.test(name) || name === 'simulator') throw refuse('invalid_name')
  const stored = await findProvider(ctx.db, name)
  const managing = managingFor(ctx, wanted.product ?? stored?.product)
  const { product, kinds } = managing
  if (stored !== null && stored.product !== product) throw refuse('name_taken')
  if (product === 'sms' && (typeof accountId === 'number' || priority !== undefined))
    throw refuse('carrier_without_account')
  const kind = wanted.kind ?? stored?.kind ?? ''
  if (!Object.hasOwn(kinds, kind)) throw unknownKind(Object.keys(kinds))
  if (typeof accountId === 'number' && !(await accountExists(ctx.db, accountId))) throw refuse('account_not_found')
  const settings = wanted.settings ?? stored?.settings ?? {}
  const secrets = mergeSecrets(stored === null ? null : readSecrets(ctx, stored), wanted.secrets)
  const checked = await check(managing, stored === null, { name, kind, settings, secrets })
  const sealed = sealSecrets(ctx, { product, name }, checked.secrets)
  const now = ctx.clock.now()
  const isDone = await ctx.db.transaction(async (tx) => {
    await lockNames(tx)
    // Before the open work is counted: from now on, no new work starts.
    await lockProvider(tx, name)
    const current = await findProvider(tx, name)
    if (current?.kind !== stored?.kind || !isDeepStrictEqual(current?.secrets, stored?.secrets)) return false
    const kept = {
      active: current?.active ?? true,
      accountId: accountId === undefined ? (current?.accountId ?? null) : accountId,
      priority: priority ?? current?.priority ?? usualPriority,
    }
    await putProvider(tx, { product, name, kind, settings, secrets: sealed, ...kept }, now)
    // Another kind cannot be asked about the open work of this one. Messages wait without a carrier knowing of them.
    const isBound = stored !== null && stored.kind !== kind && product !== 'sms'
    const open = isBound ? await managing.countOpen(tx, name) : 0
    if (open > 0) throw providerInUse(product, open)
    await checked.write?.(tx, now)
    await deleteOutage(tx, name)
    return true
  })
  // Another change was committed since the secrets were merged.
  if (!isDone) return setProvider(ctx, name, wanted)
  await managing.refresh()
  return getProvider(ctx, name)
}

function managingFor({ managed }: ProvidersContext, product: string | undefined): Managing {
  const found = managed.find((one) => one.product === product)
  if (found === undefined) throw productMissing()
  return found
}

function mergeSecrets(stored: ProviderSecrets | null, given: ProviderBody['secrets'] = {}): ProviderSecrets {
  const merged = Object.entries({ ...stored, ...given })
  return Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
}

interface Checked {
  /** Including the generated one. */
  readonly secrets: ProviderSecrets
  readonly write: ((tx: Tx, now: Date) => Promise<void>) | undefined
}

async function check(managing: Managing, isNew: boolean, provider: CheckedProvider): Promise<Checked> {
  const { kinds, urlSecret } = managing
  const { settings } = provider
  const kind = kinds[provider.kind]
  try {
    const secrets = kind?.takesCallbacks(settings) ? addUrlSecret(provider.secrets, urlSecret) : provider.secrets
    await kind?.check(settings, Object.keys(secrets))
    return { secrets, write: managing.prepare?.({ ...provider, secrets }) }
  } catch (error) {
    throw error instanceof SettingsProblem ? badSettings(error.message, isNew) : error
  }
}

/** Adds the secret of the URLs that the provider calls. */
function addUrlSecret(secrets: ProviderSecrets, name: string): ProviderSecrets {
  const secret = readUrlSecret(secrets[name])
  if (secret === null) throw new SettingsProblem(`the secret ${name} ${urlSecretRule}`)
  return { ...secrets, [name]: secret }
}

/** Other names cannot be stored, and some of them not even be searched for. */
async function getStored(ctx: ProvidersContext, name: string): Promise<StoredProvider> {
  const stored = nameShape.test(name) ? await findProvider(ctx.db, name) : null
  if (stored === null) throw refuse('provider_not_found')
  return stored
}

export const getNamed = async (ctx: ProvidersContext, name: string): Promise<ShownProvider> =>
  getProvider(ctx, (await getStored(ctx, name)).name)

/** A paused provider gets no new work, and finishes its open work. */
export async function pauseProvider(ctx: ProvidersContext, name: string, paused: boolean): Promise<ShownProvider> {
  const { product } = await getStored(ctx, name)
  await markActive(ctx.db, name, !paused, ctx.clock.now())
  await managingFor(ctx, product).refresh()
  return getProvider(ctx, name)
}

/** Refused while the provider has open work, which only it can finish. */
export async function removeProvider(ctx: ProvidersContext, name: string): Promise<void> {
  const { product } = await getStored(ctx, name)
  const managing = managingFor(ctx, product)
  await ctx.db.transaction(async (tx) => {
    if (!(await lockProvider(tx, name))) throw refuse('provider_not_found')
    const open = await managing.countOpen(tx, name)
    if (open > 0) throw providerInUse(product, open)
    await managing.onRemove?.(tx, name)
    await deleteProvider(tx, name)
  })
  await managing.refresh()
}
