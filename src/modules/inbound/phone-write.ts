import type { Tx } from '../../engine/db/index.ts'
import { refuse } from '../../values/refusal.ts'
import type { SmsContext } from '../sms/index.ts'
import { findNamedOwner, type Owner, ownerOf } from './owner.ts'
import type { PhoneMessage } from './phone-rules.ts'
import { storeForAccount } from './receive.ts'
import { cleanText } from './rules.ts'
import { hasWrittenTo, simulated } from './store-phones.ts'

/**
 * Handles a message from a virtual phone like one from a carrier, except that it can only belong to this account. The
 * virtual phones of an account receive only its own messages, so other accounts that share the number never wrote to
 * them.
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
    const { id, kind, receivedAt } = await storeForAccount(ctx, tx, simulated, { from: phone, to, text }, owner)
    return { id, direction: 'out', from: phone, to, text, format: null, at: receivedAt, parts: null, kind }
  })
}

/**
 * Rejects messages that the keyword or number assigns to another account. An unknown number gets an error that does not
 * reveal whether another account has it.
 */
async function getOwner(tx: Tx, accountId: number, phone: string, to: string, text: string): Promise<Owner> {
  const named = await findNamedOwner(tx, to, text)
  if (named?.accountId === accountId) return named
  if (!(await hasWrittenTo(tx, accountId, phone, to))) throw refuse('unknown_destination')
  if (named !== null) throw refuse('belongs_to_other_account')
  return ownerOf(tx, accountId)
}
