import { type RawBuilder, sql } from 'kysely'
import type { Context } from '../../context.ts'
import { websiteLengthMax } from '../../contract/account/account.ts'
import type { Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { refuse } from '../../values/refusal.ts'
import { narrowsScopes } from '../../values/scopes.ts'
import { hasSubAccounts, isSubAccount, otherKind, ownParent } from './errors.ts'
import { hasEnded } from './rules.ts'
import {
  checkOwnerChange,
  defaultSettings,
  mergeSettings,
  optionNamesIn,
  optionsOf,
  type SmppSettingsChange,
} from './smpp-settings.ts'
import { type CredentialChange, type ListedCredential, lockCredential, updateCredential } from './store.ts'
import { findFamily, insertAccount, insertFirstAccount, lockAccounts, type NewAccount } from './store-accounts.ts'

export type Change = SmppSettingsChange & Partial<Pick<CredentialChange, 'lenient' | 'scopes' | 'products'>>

/**
 * Every process applies the change within a second. The public API has no scopes: a credential that loses scopes loses
 * it too, unless products are named, in this change or before. Only operators may allow what an owner may not.
 */
export const changeCredential = (
  ctx: Pick<Context, 'db' | 'clock'>,
  accountId: number,
  credentialId: number,
  change: Change,
  byOperator = true,
): Promise<ListedCredential> =>
  ctx.db.transaction(async (tx) => {
    const found = await lockCredential(tx, accountId, credentialId)
    if (found === null) throw refuse('credential_not_found')
    if (hasEnded(found, ctx.clock.now())) throw refuse('credential_ended')
    const { addresses, privateUrls, lenient, scopes, products } = found
    const isSmpp = found.smpp !== null
    const foreign = isSmpp ? apiNamesIn(change) : optionNamesIn(change)
    if (foreign.length > 0) throw otherKind(foreign)
    const current = { ...defaultSettings, ...found.smpp, addresses, privateUrls }
    if (!byOperator) checkOwnerChange(current, change)
    const settings = mergeSettings(current, change)
    const wantedScopes = change.scopes ?? scopes
    const changed = await updateCredential(tx, accountId, credentialId, {
      addresses: settings.addresses,
      privateUrls: settings.privateUrls,
      smpp: isSmpp ? optionsOf(settings) : null,
      lenient: change.lenient ?? lenient,
      scopes: wantedScopes,
      products: change.products ?? (products === null && narrowsScopes(scopes, wantedScopes) ? [] : products),
    })
    if (changed === null) throw refuse('credential_not_found')
    return changed
  })

/** The settings that only keys and tokens have. */
const apiNamesIn = (change: Change) =>
  (['lenient', 'scopes', 'products'] as const).filter((one) => change[one] !== undefined)

/** The address of a shop: an http or https URL without a user. Null for any other text. */
export function parseShopUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href
}

/** The origin of a website, given by its address or only its host. Null for any other text. */
export function parseWebsite(text: string): string | null {
  if (text.length > websiteLengthMax) return null
  const url = parseShopUrl(text.includes('://') ? text.trim() : `https://${text.trim()}`)
  return url === null ? null : new URL(url).origin
}

export interface Suspension {
  readonly from: Date
  readonly to: Date
}

/** The work of a module when an account is resumed, in the same transaction. */
export type ResumeAccount = (tx: Tx, accountId: number, suspension: Suspension) => Promise<void>

/** A subquery. Workers skip these accounts. */
export const suspendedAccounts = sql`select id from accounts where suspended_at is not null`

/** True for rows of accounts that are not suspended. */
export const isActive = (accountId: RawBuilder<unknown>) => sql`${accountId} not in (${suspendedAccounts})`

/**
 * Sub-accounts cannot be nested: a parent has no parent, and a sub-account has no sub-accounts. Both accounts stay
 * locked, so that two concurrent changes cannot nest them. `accountId` is null for an account that is being created.
 */
export async function checkParent(tx: Tx, parentId: number, accountId: number | null): Promise<void> {
  if (parentId === accountId) throw ownParent()
  await lockAccounts(tx, accountId === null ? [parentId] : [parentId, accountId])
  const parent = await findFamily(tx, parentId)
  if (parent === null) throw refuse('parent_not_found')
  if (parent.parentId !== null) throw isSubAccount(parentId)
  const account = accountId === null ? null : await findFamily(tx, accountId)
  if (account?.hasChildren) throw hasSubAccounts(account.id)
}

/**
 * Sets up the data of another module for a new account, in the same transaction. `sender` is the sender ID that the
 * operator approves with it.
 */
export type PrepareAccount = (tx: Tx, accountId: number, now: Date, sender: string | null) => Promise<void>

/** Translates the default texts that an account still has, in the transaction that changes its language. */
export type TranslateAccount = (tx: Tx, accountId: number, from: Language, to: Language) => Promise<void>

export const firstAccountId = 1

export async function createAccount(
  tx: Tx,
  account: NewAccount,
  prepare: readonly PrepareAccount[],
  now: Date,
): Promise<number> {
  if (account.parentId !== null) await checkParent(tx, account.parentId, null)
  const id = await insertAccount(tx, account, now)
  for (const give of prepare) await give(tx, id, now, account.sender ?? null)
  return id
}

/** Null when it already exists. */
export async function createFirstAccount(
  tx: Tx,
  name: string,
  prepare: readonly PrepareAccount[],
  now: Date,
): Promise<number | null> {
  if (!(await insertFirstAccount(tx, firstAccountId, name, now))) return null
  for (const give of prepare) await give(tx, firstAccountId, now, null)
  return firstAccountId
}
