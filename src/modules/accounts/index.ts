import type { Queryable } from '../../engine/db/index.ts'
import { findAccountRow } from './store-accounts.ts'

export { type AuthenticationDeps, admitKey, authentication, requireProduct, unknownCredential } from './authenticate.ts'
export { startCredentialUses } from './cache.ts'
export {
  createAccount,
  createFirstAccount,
  firstAccountId,
  isActive,
  type PrepareAccount,
  parseWebsite,
  type ResumeAccount,
  type Suspension,
  suspendedAccounts,
  type TranslateAccount,
} from './change.ts'
export { createKey, createSmppCredential, createToken, type IssuedKey } from './credentials.ts'
export { invalidCredential, noAuthorization, scopeMissing, tooManyRequests } from './errors.ts'
export {
  type Account,
  findAccount,
  findCountry,
  findDailyLimit,
  findLanguage,
  findSendSettings,
  getAccount,
  listAccounts,
  listCountries,
  readTypedPhone,
} from './find.ts'
export { hashPassword, isSystemId, matchesHash, readHash } from './passwords.ts'
export type { StoredSetting } from './settings.ts'
export type { SmppOptions } from './smpp-settings.ts'
export { listNamedAccounts, listSuspended } from './store-accounts.ts'

export const accountExists = async (db: Queryable, id: number) => (await findAccountRow(db, id)) !== null
