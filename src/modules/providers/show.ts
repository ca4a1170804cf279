import { SettingsProblem } from '../../carriers/carrier.ts'
import { callbackPath, callbackSecret } from '../../carriers/provider-kind.ts'
import { providerMissing } from './errors.ts'
import type { Managing, ShownProvider } from './model.ts'
import { type ProviderSecrets, readSecrets } from './secrets.ts'
import { findProvider, listProviders, type StoredProvider } from './store.ts'

export async function showProviders(ctx: Managing): Promise<ShownProvider[]> {
  const stored = await listProviders(ctx.db, ctx.set.product)
  return Promise.all(stored.map((one) => show(ctx, one)))
}

export async function getProvider(ctx: Managing, name: string): Promise<ShownProvider> {
  const stored = await findProvider(ctx.db, ctx.set.product, name)
  if (stored === null) throw providerMissing()
  return show(ctx, stored)
}

async function show(ctx: Managing, row: StoredProvider): Promise<ShownProvider> {
  const { active, awaySince, problem, checkedAt: _, secrets: __, ...shown } = row
  const secrets = readSecrets(ctx, row)
  return {
    ...shown,
    paused: !active,
    secrets: Object.keys(secrets ?? {}),
    secretsUnreadable: secrets === null,
    health: {
      state: ctx.set.find(row.name) === null ? 'unusable' : awaySince === null ? 'up' : 'away',
      since: awaySince,
      problem,
    },
    callbackUrl: callbackUrlOf(ctx, row, secrets ?? {}),
    open: await ctx.countOpen(ctx.db, row.name),
  }
}

/** Without an origin when the public URL is not configured. */
function callbackUrlOf({ set, config }: Managing, row: StoredProvider, secrets: ProviderSecrets): string | null {
  const secret = secrets[callbackSecret]
  return secret === undefined || !takesCallbacks(set.kinds, row)
    ? null
    : `${config.publicUrl ?? ''}${callbackPath(row.name, secret)}`
}

/** Settings that an earlier version accepted may be invalid now. */
function takesCallbacks(kinds: Managing['set']['kinds'], { kind, settings }: StoredProvider): boolean {
  try {
    return kinds[kind]?.takesCallbacks(settings) ?? false
  } catch (error) {
    if (error instanceof SettingsProblem) return false
    throw error
  }
}
