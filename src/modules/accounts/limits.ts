import type { Context } from '../../context.ts'
import { type AccountLimits, limitMax } from '../../contract/console/accounts.ts'
import { BadLimit } from './errors.ts'
import { raiseVersion } from './store.ts'
import { findAccountRow, updateLimits } from './store-accounts.ts'

/** Every process applies the limits within a second. False for an unknown account. */
export function setLimits(ctx: Context, accountId: number, limits: AccountLimits): Promise<boolean> {
  const bad = Object.values(limits).find(
    (limit) => limit !== null && !(Number.isInteger(limit) && limit >= 0 && limit <= limitMax),
  )
  if (bad !== undefined)
    throw new BadLimit(`a limit is a whole number up to ${limitMax}, or 0 for no limit; got ${bad}`)
  return ctx.db.transaction(async (tx) => {
    const updated = await updateLimits(tx, accountId, limits)
    if (updated) await raiseVersion(tx)
    return updated
  })
}

/** The messages an account may send in a day; null means no limit. */
export async function findDailyLimit({ db, config }: Context, accountId: number): Promise<number | null> {
  const account = await findAccountRow(db, accountId)
  return (account?.messagesPerDay ?? config.messagesPerDay) || null
}
