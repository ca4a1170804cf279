import { findAnswer } from '../../../engine/http/index.ts'
import { fitText } from '../../../values/gsm.ts'
import { Refusal } from '../../../values/refusal.ts'
import { sendersOfNumber } from '../../../values/sms.ts'
import { findDailyLimit } from '../../accounts/index.ts'
import { findStandings, listActiveSenders } from '../../senders/index.ts'
import type { SmsContext } from '../context.ts'
import type { Lane } from '../model.ts'
import { sendSms } from './send.ts'

/** A message to an account about itself. The account pays for it like for any other. */
export interface Notice {
  readonly accountId: number
  readonly phone: string
  readonly text: string
  /** Identifies the notice: the same name is sent at most once a day, however often it is tried. */
  readonly name: string
  /** The number of the sender ID, when that is active on the account; otherwise the first active sender ID is used. */
  readonly number?: string
  /** The lane of PINs ignores opt-outs, for a message that confirms one. */
  readonly lane?: Lane
}

const insufficientBalanceCode = 102

async function findSender({ db }: Pick<SmsContext, 'db'>, accountId: number, number: string | undefined) {
  if (number !== undefined) {
    const senders = sendersOfNumber(number)
    const standings = await findStandings(
      db,
      senders.map((sender) => ({ accountId, sender })),
    )
    const active = senders[standings.findIndex(({ status }) => status === 'active')]
    if (active !== undefined) return active
  }
  const [first] = await listActiveSenders(db, accountId, 1)
  return first
}

/**
 * Returns null when the message was accepted, otherwise a code for the permanent reason. Throws for temporary errors.
 */
export async function sendNotice(ctx: SmsContext, { accountId, phone, text, name, number, lane }: Notice) {
  // The name alone identifies a notice. The text of a retry may differ, for example when the account was renamed.
  const key = { accountId, path: 'notice', key: name, bodyHash: Buffer.alloc(0) }
  if ((await findAnswer(ctx.db, key, ctx.clock.now())) !== null) return null
  const sender = await findSender(ctx, accountId, number)
  if (sender === undefined) return 'no_sender'
  try {
    const { valid } = await sendSms(
      ctx,
      accountId,
      { sender, text, ...fitText(text, 'gsm'), recipients: [{ recipientId: '1', number: phone }], lane },
      key,
      await findDailyLimit(ctx, accountId),
    )
    return valid > 0 ? null : 'phone_refused'
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return error.code === insufficientBalanceCode ? 'no_credit' : 'sms_refused'
  }
}
