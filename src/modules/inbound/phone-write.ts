import type { Tx } from '../../engine/db/index.ts'
import type { SmsContext } from '../sms/index.ts'
import { goesElsewhere, notKnownToPhone } from './errors.ts'
import { findNamedOwner, type Owner, ownerOf } from './owner.ts'
import type { PhoneMessage } from './phone-rules.ts'
import { giveMessage } from './receive.ts'
import { cleanText } from './rules.ts'
import { hasWrittenTo, simulated } from './store-phones.ts'

/**
 * A virtual phone of an account writes. It is taken as any message from a carrier is, but it is for that account or for
 * nobody: its phones have only ever got what it sent, so whoever else shares the number did not last write to them,
 * whatever they sent to the same number on phones of their own.
 */
export function writeFromPhone(
  ctx: SmsContext,
  accountId: number,
  phone: string,
  to: string,
  written: string,
): Promise<PhoneMessage> {
  const text = cleanText(written)
  return ctx.db.transaction(async (tx) => {
    const owner = await getOwner(tx, accountId, phone, to, text)
    const { id, kind, receivedAt } = await giveMessage(ctx, tx, simulated, { from: phone, to, text }, owner)
    return { id, direction: 'out', from: phone, to, text, at: receivedAt, segments: null, kind }
  })
}

/**
 * What by its keyword or number is another account's would not come here, so it is refused; to whom the phone has no
 * business with that is not even said.
 */
async function getOwner(tx: Tx, accountId: number, phone: string, to: string, text: string): Promise<Owner> {
  const named = await findNamedOwner(tx, to, text)
  if (named?.accountId === accountId) return named
  if (!(await hasWrittenTo(tx, accountId, phone, to))) throw notKnownToPhone()
  if (named !== null) throw goesElsewhere()
  return ownerOf(tx, accountId)
}
