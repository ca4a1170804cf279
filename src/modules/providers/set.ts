import { isDeepStrictEqual } from 'node:util'
import { SettingsProblem } from '../../carriers/carrier.ts'
import { accountExists } from '../accounts/index.ts'
import { accountMissing, badName, badSettings, nameTaken, providerInUse, unknownKind } from './errors.ts'
import type { Managing, ShownProvider, WantedProvider } from './model.ts'
import { addCallbackSecret, type ProviderSecrets, readSecrets, sealSecrets } from './secrets.ts'
import { getProvider } from './show.ts'
import { deleteOutage, findProvider, lockNames, lockProvider, putFirst, putProvider } from './store.ts'

/** The name is part of the callback URL. */
export const nameShape = /^[a-z0-9-]{1,32}$/

const usualPriority = 1

/** Adds or changes a provider. */
export async function setProvider(ctx: Managing, wanted: WantedProvider): Promise<ShownProvider> {
  const { name, kind, settings, secrets } = wanted
  const { product, kinds } = ctx.set
  if (!nameShape.test(name) || name === 'simulator') throw badName()
  if (!Object.hasOwn(kinds, kind)) throw unknownKind(Object.keys(kinds))
  if (typeof wanted.accountId === 'number' && !(await accountExists(ctx.db, wanted.accountId))) throw accountMissing()
  const stored = await findProvider(ctx.db, product, name)
  const merged = Object.entries({ ...(stored ? readSecrets(ctx, stored) : {}), ...secrets })
  const given = Object.fromEntries(merged.filter((entry): entry is [string, string] => entry[1] !== null))
  const sealed = sealSecrets(ctx, name, await checkWith(ctx, stored === null, kind, settings, given))
  const now = ctx.clock.now()
  const isDone = await ctx.db.transaction(async (tx) => {
    await lockNames(tx)
    // Before the open work is counted: from now on, no new work starts.
    await lockProvider(tx, product, name)
    const current = await findProvider(tx, product, name)
    if (current?.kind !== stored?.kind || !isDeepStrictEqual(current?.secrets, stored?.secrets)) return false
    if (stored === null && (await ctx.isReserved(tx, name))) throw nameTaken()
    const isStored = await putProvider(
      tx,
      {
        product,
        name,
        kind,
        settings,
        secrets: sealed,
        active: wanted.paused === undefined ? (current?.active ?? true) : !wanted.paused,
        accountId: wanted.accountId === undefined ? (current?.accountId ?? null) : wanted.accountId,
        priority: wanted.priority ?? current?.priority ?? usualPriority,
      },
      now,
    )
    if (!isStored) throw nameTaken()
    // Another kind cannot be asked about the open work of this one.
    const open = stored === null || stored.kind === kind ? 0 : await ctx.countOpen(tx, name)
    if (open > 0) throw providerInUse(open)
    if (wanted.takesPriority) await putFirst(tx, product, name)
    await deleteOutage(tx, name)
    return true
  })
  // Another change was committed since the secrets were merged.
  if (!isDone) return setProvider(ctx, wanted)
  await ctx.set.refresh()
  return getProvider(ctx, name)
}

/** Validates settings and secrets. Returns the secrets, including the generated one. */
async function checkWith(
  { set: { kinds } }: Managing,
  isNew: boolean,
  name: string,
  settings: unknown,
  secrets: ProviderSecrets,
): Promise<ProviderSecrets> {
  const kind = kinds[name]
  try {
    const kept = kind?.takesCallbacks(settings) ? addCallbackSecret(secrets) : secrets
    await kind?.check(settings, Object.keys(kept))
    return kept
  } catch (error) {
    throw error instanceof SettingsProblem ? badSettings(error.message, isNew) : error
  }
}
