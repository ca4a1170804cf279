import { fitText } from '../../../values/gsm.ts'
import type { Phone } from '../../../values/phone.ts'
import type { SmsContext } from '../context.ts'
import { noRoute } from '../errors.ts'
import { type Accepted, type Draft, sealedProduct } from '../model.ts'
import { acceptDraft, checkSender, refuseWhenQueueTooOld, sortRecipients } from './send.ts'

/** A message with a PIN for a person who requested it. */
export interface PinMessage extends Pick<Draft, 'accountId' | 'sender' | 'text' | 'key' | 'messagesPerDay' | 'note'> {
  readonly phone: Phone
  /** The stored text: the PIN replaced by other characters of the same length. */
  readonly maskedText: string
  readonly validSeconds: number
}

const lane = 'pin'

/** Throws unless a carrier is configured, and the sender ID is active on the account. */
export async function checkPinSender(ctx: SmsContext, accountId: number, sender: string): Promise<void> {
  if (!ctx.routing.hasCarriers()) throw noRoute()
  await checkSender(ctx, accountId, sender)
}

/**
 * Accepts a PIN message. It differs from other messages in four ways: it has its own lane, the OTP balance pays for it,
 * it ignores opt-outs, and its text is sealed until a carrier accepts it. A number without a route is rejected, not
 * counted as invalid.
 */
export async function sendPin(ctx: SmsContext, message: PinMessage): Promise<Accepted> {
  const { accountId, sender, phone, text, maskedText, validSeconds, key, messagesPerDay, note } = message
  const sorted = await sortRecipients(ctx.routing.choose, { accountId, sender, lane }, [
    { recipientId: '1', number: phone },
  ])
  if (sorted.candidates.length === 0) throw noRoute()
  await refuseWhenQueueTooOld(ctx, lane, sorted)
  return acceptDraft(ctx, {
    ...{ accountId, sender, text: maskedText, ...fitText(text, 'gsm'), secretText: text, validSeconds },
    ...{ total: 1, sorted, lane, product: sealedProduct, key, messagesPerDay, note },
  })
}
