import type { Context } from '../../../context.ts'
import { isStoredPhone } from '../../../values/phone.ts'
import { deleteOptOut, insertOptOut } from './store-optouts.ts'

/** Nothing but PINs goes to this number any more, from this account. False when it is no phone number. */
export async function addOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  if (!isStoredPhone(number)) return false
  await insertOptOut(ctx.db, accountId, number, ctx.clock.now())
  return true
}

/** False when it had not opted out. */
export function removeOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  return deleteOptOut(ctx.db, accountId, number)
}
