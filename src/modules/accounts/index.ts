import type { Queryable } from '../../engine/db/index.ts'
import { findAccountRow } from './store-accounts.ts'

export { type AuthenticationDeps, admitKey, authentication, requireProduct } from './authenticate.ts'
export { startCache } from './cache.ts'
export { accountsConsole } from './console.ts'
export { ownAccountConsole } from './console-own.ts'
export {
  createAccount,
  createFirstAccount,
  firstAccountId,
  type PrepareAccount,
  type TranslateAccount,
} from './create.ts'
export { createKey, createToken, type IssuedKey } from './credentials.ts'
export { invalidCredential, noAuthorization, scopeMissing, tooManyRequests } from './errors.ts'
export {
  type Account,
  findAccount,
  findCountry,
  findLanguage,
  getAccount,
  listAccounts,
  listCountries,
  readTypedPhone,
} from './find.ts'
export { findDailyLimit, setLimits } from './limits.ts'
export { findSendSettings, type SendSettings } from './send-settings.ts'
export { listNamedAccounts, listSuspended } from './store-accounts.ts'
export { isActive, type Suspension, suspendedAccounts } from './suspend.ts'

export const accountExists = async (db: Queryable, id: number) => (await findAccountRow(db, id)) !== null
