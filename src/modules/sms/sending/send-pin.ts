import type { IdempotencyKey } from '../../../engine/http/index.ts'
import { fitText } from '../../../values/gsm.ts'
import type { Phone } from '../../../values/phone.ts'
import { Refusal } from '../../../values/refusal.ts'
import { findStandings, isSenderShape } from '../../senders/index.ts'
import type { SmsContext } from '../context.ts'
import { noRoute } from '../errors.ts'
import type { Accepted } from '../model.ts'
import { refuseWhenQueueTooOld, sortRecipients } from './send.ts'

/** A message with a PIN in it, to somebody who asked for it. */
export interface PinMessage {
  readonly accountId: number
  readonly sender: string
  readonly phone: Phone
  readonly text: string
  /**
   * The text as everybody but its recipient may see it: as long as it is, with something else in the place of the PIN.
   */
  readonly maskedText: string
  readonly validSeconds: number
  readonly key: IdempotencyKey | null
  /** Null: no limit. */
  readonly messagesPerDay: number | null
  /** Comes back when the same key is answered again. */
  readonly note: unknown
}

const lane = 'pin'

/** Whether there is a way out for what this sender sends. */
export async function canSendPins({ routing, db }: SmsContext, accountId: number, sender: string): Promise<boolean> {
  if (!routing.hasCarriers()) return false
  const [standing] = await findStandings(db, [{ accountId, sender }])
  return standing?.status === 'active' && isSenderShape(sender)
}

/**
 * Takes a message with a PIN, like any other message but for four things: it overtakes them, OTP credit pays for it,
 * who opted out gets it too, and its text is sealed until a carrier has it. A number that no route leads to is refused,
 * not counted as invalid. An account with a daily limit waits with those that have one, as for all its messages.
 */
export async function sendPin(ctx: SmsContext, message: PinMessage): Promise<Accepted> {
  const { accountId, sender, phone, text, maskedText, validSeconds, key, messagesPerDay, note } = message
  const sorted = await sortRecipients(ctx.routing.choose, { accountId, sender, lane }, [
    { recipientId: '1', number: phone },
  ])
  if (sorted.candidates.length === 0) throw noRoute()
  await refuseWhenQueueTooOld(ctx, lane, sorted)
  const content = {
    sender,
    text: maskedText,
    ...fitText(text, 'gsm'),
    scheduledAt: null,
    jobName: null,
    campaignTitle: null,
  }
  const accept = messagesPerDay === null ? ctx.acceptPins : ctx.acceptLimited
  const draft = {
    accountId,
    content,
    total: 1,
    sorted,
    lane,
    product: 'OTP',
    key,
    messagesPerDay,
    secretText: text,
    validSeconds,
    note,
  } as const
  const result = await accept.add(draft)
  if (result instanceof Refusal) throw result
  if (!result.replayed) ctx.smsMetrics.accepted(result.valid)
  return result
}
