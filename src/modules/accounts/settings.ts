import type { Context } from '../../context.ts'
import type { AccountChange, AccountSettings } from '../../contract/account/account.ts'
import type { Sendable } from '../../contract/shapes.ts'
import { type Queryable, retryConflicts, type Tx } from '../../engine/db/index.ts'
import { isCountryCode } from '../../values/countries.ts'
import { checkParent, parseShopUrl, parseWebsite, type ResumeAccount, type TranslateAccount } from './change.ts'
import { invalidShopUrl, invalidShopWebsite, unknownCountry } from './errors.ts'
import { findSettings, lockAccounts, updateAccount } from './store-accounts.ts'

/** A setting of accounts that another module stores. */
export interface StoredSetting<Value> {
  find(db: Queryable, accountId: number): Promise<Value>
  set(tx: Tx, accountId: number, value: Value, now: Date): Promise<void>
}

/** Settings of other modules, and their work in the transaction of a change. */
export interface SettingsOfModules {
  readonly sendingWindow: StoredSetting<AccountSettings['sendingWindow']>
  readonly consentRequired: StoredSetting<boolean>
  readonly resume: readonly ResumeAccount[]
  readonly translate: readonly TranslateAccount[]
}

/** The settings as they are stored: null means the default of the server. */
export async function readSettings(
  db: Queryable,
  { sendingWindow, consentRequired }: SettingsOfModules,
  accountId: number,
): Promise<Sendable<AccountSettings>> {
  const { suspendedAt, ...settings } = await findSettings(db, accountId)
  return {
    ...settings,
    suspended: suspendedAt !== null,
    sendingWindow: await sendingWindow.find(db, accountId),
    consentRequired: await consentRequired.find(db, accountId),
  }
}

export type ChangedSettings = Readonly<Record<string, { readonly old: unknown; readonly new: unknown }>>

const triesMax = 5

/**
 * Changes settings of an account; missing fields keep their value. Every process applies them within a second. Messages,
 * airtime and chat of a suspended account wait; messages that expire in the meantime end as usual.
 */
export function changeAccount(
  { db, clock, config }: Context,
  modules: SettingsOfModules,
  accountId: number,
  change: AccountChange,
): Promise<ChangedSettings> {
  const { sendingWindow, consentRequired, suspended, language, parentId = null, country } = change
  checkCountry(country)
  const shop = readShop(change)
  return retryConflicts(triesMax, () =>
    db.transaction(async (tx) => {
      const now = clock.now()
      await lockAccounts(tx, parentId === null ? [accountId] : [accountId, parentId])
      if (parentId !== null) await checkParent(tx, parentId, accountId)
      const before = await readSettings(tx, modules, accountId)
      const { suspendedAt: since } = await findSettings(tx, accountId)
      await updateAccount(tx, accountId, {
        ...change,
        ...shop,
        suspendedAt: suspended === undefined ? undefined : suspended ? (since ?? now) : null,
      })
      if (language !== undefined) {
        const [from, to] = [before.language ?? config.language, language ?? config.language]
        for (const translate of modules.translate) await translate(tx, accountId, from, to)
      }
      if (suspended === false && since !== null)
        for (const resume of modules.resume) await resume(tx, accountId, { from: since, to: now })
      if (sendingWindow !== undefined) await modules.sendingWindow.set(tx, accountId, sendingWindow, now)
      if (consentRequired !== undefined) await modules.consentRequired.set(tx, accountId, consentRequired, now)
      return compare(before, await readSettings(tx, modules, accountId))
    }),
  )
}

export function checkCountry(country: string | null | undefined): void {
  if (country != null && !isCountryCode(country)) throw unknownCountry(country)
}

function readShop({ shopUrl, shopWebsites }: AccountChange): Pick<AccountChange, 'shopUrl' | 'shopWebsites'> {
  const url = shopUrl == null ? shopUrl : parseShopUrl(shopUrl)
  if (shopUrl != null && url === null) throw invalidShopUrl()
  return { shopUrl: url, shopWebsites: shopWebsites && [...new Set(shopWebsites.map(readWebsite))] }
}

function readWebsite(text: string): string {
  const website = parseWebsite(text)
  if (website === null) throw invalidShopWebsite()
  return website
}

function compare(before: Sendable<AccountSettings>, after: Sendable<AccountSettings>): ChangedSettings {
  const old: Readonly<Record<string, unknown>> = { ...before }
  return Object.fromEntries(
    Object.entries(after)
      .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]))
      .map(([name, value]) => [name, { old: old[name], new: value }]),
  )
}
