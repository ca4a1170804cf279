import { SettingsProblem } from '../../carriers/airtime/provider.ts'
import type { AirtimeContext } from './context.ts'
import { badSettings, providerInUse, providerMissing } from './errors.ts'
import { readSecretsOf, sealSecrets } from './provider-secrets.ts'
import {
  countOpen,
  deleteProvider,
  listProviders,
  lockProvider,
  putProvider,
  type StoredProvider,
} from './store-providers.ts'

/** New settings of a provider. A missing secret keeps its value, null removes it. */
export interface WantedProvider {
  readonly name: string
  readonly active: boolean
  readonly settings: unknown
  readonly secrets: Readonly<Record<string, string | null>>
}

export interface ShownProvider extends Omit<StoredProvider, 'secrets'> {
  /** Only the names. Values are never shown again. */
  readonly secrets: readonly string[]
  /** The secrets must be set again. */
  readonly secretsUnreadable: boolean
}

const nameShape = /^[a-z0-9-]{1,32}$/

export async function setProvider(
  ctx: AirtimeContext,
  { name, active, settings, secrets }: WantedProvider,
): Promise<ShownProvider> {
  if (!nameShape.test(name) || name === 'simulator')
    throw badSettings('a name has up to 32 lower-case letters, digits and dashes, and is not simulator')
  const stored = (await listProviders(ctx.db)).find((one) => one.name === name)
  const merged = Object.entries({ ...(stored ? readSecretsOf(ctx, stored) : {}), ...secrets })
  const kept = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
  await ctx.kind.check(settings, Object.keys(kept)).catch((error: unknown) => {
    throw error instanceof SettingsProblem ? badSettings(error.message) : error
  })
  await ctx.db.transaction((tx) =>
    putProvider(tx, { name, settings, secrets: sealSecrets(ctx, name, kept), active }, ctx.clock.now()),
  )
  await ctx.providers.refresh()
  const [shown] = await showProviders(ctx, name)
  if (shown === undefined) throw providerMissing()
  return shown
}

/** Refused while the provider has open transfers, which only it can resolve. */
export async function removeProvider(ctx: AirtimeContext, name: string): Promise<void> {
  if (!nameShape.test(name)) throw providerMissing()
  await ctx.db.transaction(async (tx) => {
    if ((await lockProvider(tx, name)) === null) throw providerMissing()
    const open = await countOpen(tx, name)
    if (open > 0) throw providerInUse(open)
    await deleteProvider(tx, name)
  })
  await ctx.providers.refresh()
}

export async function showProviders(ctx: AirtimeContext, name?: string): Promise<ShownProvider[]> {
  const stored = await listProviders(ctx.db)
  return stored
    .filter((one) => name === undefined || one.name === name)
    .map((one) => {
      const secrets = readSecretsOf(ctx, one)
      return { ...one, secrets: Object.keys(secrets ?? {}), secretsUnreadable: secrets === null }
    })
}
