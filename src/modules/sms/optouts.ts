import type { Context } from '../../context.ts'
import { parsePhone } from '../../values/phone.ts'
import { deleteOptOut, insertOptOut } from './store.ts'

/** Nothing but PINs goes to this number any more, from this account. False when it is no phone number. */
export async function addOptOut(ctx: Context, accountId: number, number: string): Promise<boolean> {
  const phone = parsePhone(number)
  if (phone === null) return false
  await insertOptOut(ctx.db, accountId, phone, ctx.clock.now())
  return true
}

export async function removeOptOut(ctx: Context, accountId: number, number: string): Promise<void> {
  await deleteOptOut(ctx.db, accountId, number)
}
