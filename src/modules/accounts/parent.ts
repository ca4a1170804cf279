import type { Context } from '../../context.ts'
import type { Tx } from '../../engine/db/index.ts'
import { hasSubAccounts, isSubAccount, ownParent, parentMissing } from './errors.ts'
import { findFamily, lockAccounts, updateParent } from './store-accounts.ts'

/** Sets the parent of an account; null makes it independent. */
export function setParent(ctx: Context, accountId: number, parentId: number | null): Promise<void> {
  return ctx.db.transaction(async (tx) => {
    if (parentId !== null) await checkParent(tx, parentId, accountId)
    await updateParent(tx, accountId, parentId)
  })
}

/**
 * Sub-accounts cannot be nested: a parent has no parent, and a sub-account has no sub-accounts. Both accounts stay
 * locked, so that two concurrent changes cannot nest them. `accountId` is null for an account that is being created.
 */
export async function checkParent(tx: Tx, parentId: number, accountId: number | null): Promise<void> {
  if (parentId === accountId) throw ownParent()
  await lockAccounts(tx, accountId === null ? [parentId] : [parentId, accountId])
  const parent = await findFamily(tx, parentId)
  if (parent === null) throw parentMissing()
  if (parent.parentId !== null) throw isSubAccount(parentId)
  const account = accountId === null ? null : await findFamily(tx, accountId)
  if (account?.hasChildren) throw hasSubAccounts(account.id)
}
