import type { Tx } from '../../engine/db/index.ts'
import type { Language } from '../../values/languages.ts'
import { checkParent } from './change.ts'
import { insertAccount, insertFirstAccount, type NewAccount } from './store-accounts.ts'

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
