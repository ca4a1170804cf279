import type { Context } from '../../context.ts'
import { type AccountLimits, limitMax } from '../../contract/console/accounts.ts'
import { BadLimit } from './errors.ts'
import { raiseVersion } from './store.ts'
import { findAccountRow, updateLimits } from './store-accounts.ts'

/** Holds on every process within a second. False when there is no such account. */
export function setLimits(ctx: Context, accountId: number, limits: AccountLimits): Promise<boolean> {
  const bad = Object.values(limits).find(
    (limit) => limit !== null && !(Number.isInteger(limit) && limit >= 0 && limit <= limitMax),
  )
  if (bad !== undefined) throw new BadLimit(`a limit is a whole number up to ${limitMax}, or 0 for none, not ${bad}`)
  return ctx.db.transaction(async (tx) => {
    const updated = await updateLimits(tx, accountId, limits)
    if (updated) await raiseVersion(tx)
    return updated
  })
}

/** How many messages an account may send in a day; null: as many as it likes. */
export async function findDailyLimit({ db, config }: Context, accountId: number): Promise<number | null> {
  const account = await findAccountRow(db, accountId)
  return (account?.messagesPerDay ?? config.messagesPerDay) || null
}
