import type { Context } from '../../../context.ts'
import { isStoredPhone } from '../../../values/phone.ts'
import { deleteOptOut, insertOptOut } from './store-optouts.ts'

/** From now on, the number gets only PINs from this account. False for an invalid phone number. */
export async function addOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  if (!isStoredPhone(number)) return false
  await insertOptOut(ctx.db, accountId, number, ctx.clock.now())
  return true
}

/** False when the number had not opted out. */
export function removeOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  return deleteOptOut(ctx.db, accountId, number)
}
