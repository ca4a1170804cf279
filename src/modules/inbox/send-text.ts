import type { Tx } from '../../engine/db/index.ts'
import type { IdempotencyKey } from '../../engine/http/index.ts'
import { fitText } from '../../values/gsm.ts'
import { parsePhone } from '../../values/phone.ts'
import { refuse } from '../../values/refusal.ts'
import { toGsmText } from '../../values/smart-text.ts'
import { findSendSettings } from '../accounts/index.ts'
import { listActiveSenders } from '../senders/index.ts'
import { invalidMessage, type Plan, type SendRequest, sendOnce } from '../sms/index.ts'
import type { InboxContext } from './context.ts'
import { notReachable, senderMissing } from './errors.ts'
import { findReplySenders } from './senders.ts'

/** Sends an SMS by the normal way, with the usual sender ID unless `from` has one. `claim` runs in the transaction that stores it. */
export async function sendText(
  ctx: InboxContext,
  accountId: number,
  { phone, text, from }: { readonly phone: string; readonly text: string; readonly from?: string },
  key: IdempotencyKey | null,
  claim: (tx: Tx, messageId: number) => Promise<void>,
) {
  const { isSmart, messagesPerDay } = await findSendSettings(ctx, accountId)
  const sender = from ?? (await getSender(ctx, accountId, phone))
  const request: SendRequest = {
    sender,
    ...contentOf(isSmart ? toGsmText(text) : text, ctx.config.segmentsMax),
    recipients: [{ recipientId: '1', idOf: 'server', number: phone, phone: parsePhone(phone) }],
    async take(tx, { firstMessageId, plan }) {
      if (firstMessageId === null) throw refusalOf(plan)
      await claim(tx, firstMessageId)
      return true
    },
  }
  const { requestId, replayed } = await sendOnce(ctx, accountId, () => request, key, messagesPerDay)
  return { detail: { requestId: String(requestId) }, replayed }
}

function contentOf(text: string, segmentsMax: number) {
  const fitted = fitText(text, 'gsm')
  if (fitted.segments > segmentsMax)
    throw invalidMessage(`the text has ${fitted.segments} parts; the maximum is ${segmentsMax}`)
  return { text, ...fitted }
}

async function getSender(ctx: InboxContext, accountId: number, phone: string): Promise<string> {
  const sender = (await findReplySenders(ctx, accountId, [phone])).get(phone) ?? null
  if (sender === null) throw senderMissing(await listActiveSenders(ctx.db, accountId))
  return sender
}

/** Why no message was planned for the only recipient. */
function refusalOf({ refused: [first] }: Plan) {
  const why = first?.why ?? 'invalid_number'
  return why === 'opted_out' ? refuse('opted_out') : notReachable(why)
}
