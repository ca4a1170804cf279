import { findAnswer } from '../../../engine/http/index.ts'
import { fitText } from '../../../values/gsm.ts'
import { Refusal } from '../../../values/refusal.ts'
import { findDailyLimit } from '../../accounts/index.ts'
import { findStandings, listActiveSenders } from '../../senders/index.ts'
import type { SmsContext } from '../context.ts'
import { sendSms } from './send.ts'

/** A message to an account about itself, which it pays for like any other. */
export interface Notice {
  readonly accountId: number
  readonly phone: string
  readonly text: string
  /** The same for the same notice: it goes out once within a day, however often it is tried. */
  readonly name: string
  /** Used where the account may; otherwise its first active one is. */
  readonly sender?: string
}

const insufficientBalanceCode = 102

async function findSender(
  { db }: SmsContext,
  accountId: number,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (wanted !== undefined && (await findStandings(db, [{ accountId, sender: wanted }]))[0]?.status === 'active')
    return wanted
  const [first] = await listActiveSenders(db, accountId, 1)
  return first
}

/**
 * Sends it with the account's first active sender. Null when it was taken, and otherwise in a word why it never will
 * be; what may pass is thrown.
 */
export async function sendNotice(
  ctx: SmsContext,
  { accountId, phone, text, name, sender: wanted }: Notice,
): Promise<string | null> {
  // The name says all: the text of one that is tried again may differ, when the account was renamed between.
  const key = { accountId, path: 'notice', key: name, bodyHash: Buffer.alloc(0) }
  if ((await findAnswer(ctx.db, key, ctx.clock.now())) !== null) return null
  const sender = await findSender(ctx, accountId, wanted)
  if (sender === undefined) return 'no_sender'
  const content = { sender, text, ...fitText(text, 'gsm'), scheduledAt: null, jobName: null, campaignTitle: null }
  try {
    const { valid } = await sendSms(
      ctx,
      accountId,
      { ...content, recipients: [{ recipientId: '1', number: phone }] },
      key,
      await findDailyLimit(ctx, accountId),
    )
    return valid > 0 ? null : 'phone_refused'
  } catch (error) {
    if (!(error instanceof Refusal) || error.status >= 500) throw error
    return error.code === insufficientBalanceCode ? 'no_credit' : 'sms_refused'
  }
}
