import type { RequestRecipient } from '../../../contract/account/messages.ts'
import { idsAfter, type Place, writeCursor } from '../../../values/place.ts'
import { refuse } from '../../../values/refusal.ts'
import { findSpendableCredit } from '../../balance/index.ts'
import { isExclusion } from '../../consent/index.ts'
import { listAttemptsAbout } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import type { RefusedRecipient, Stage } from '../model.ts'
import { explainReason, explainRefused } from '../reasons.ts'
import { smsProduct } from '../sending/charge.ts'
import {
  countMessages,
  countRefused,
  findMessage,
  findRequest,
  listMessagesFrom,
  listMoves,
  listParts,
  listRefused,
  type StoredMessage,
} from './store-messages.ts'
import { listRequests, noFilter } from './store-requests.ts'
import { timelineOf } from './timeline.ts'
import { carrierFacts, delayOf } from './waiting-rules.ts'

function stageOf({ status, reason, submittedAt, dueAt }: StoredMessage, now: Date): Stage {
  if (status === 'DELIVERED') return 'delivered'
  if (status !== 'PENDING') return reason === 'cancelled' ? 'cancelled' : 'undelivered'
  if (submittedAt !== null) return 'submitted'
  return dueAt > now ? 'scheduled' : 'queued'
}

/** A message as the members of its account see it. */
export const showMessage = (message: StoredMessage, now: Date) => ({
  ...message,
  stage: stageOf(message, now),
  explanation: explainReason(message.reason),
})

/** Lists the recipients of a request: first those with a message, then the refused ones; or only the refused ones. */
export async function listRecipients(
  ctx: SmsContext,
  accountId: number,
  requestId: number,
  place: Place,
  refusedOnly: boolean,
) {
  const request = await findRequest(ctx.db, accountId, requestId)
  if (request === null) throw refuse('request_not_found')
  const { valid, invalid, duplicates, optedOut } = request
  const kept = await countRefused(ctx.db, accountId, requestId)
  // Recipients are numbered, and none is added later.
  const [last = refusedOnly ? valid - 1 : -1] = idsAfter(place, 1) ?? []
  const [from, now] = [last + 1, ctx.clock.now()]
  const fromMessages = Math.max(0, Math.min(place.limit, valid - from))
  const range = { requestId, firstId: (request.firstMessageId ?? 0) + from, count: fromMessages }
  const messages = fromMessages === 0 ? [] : await listMessagesFrom(ctx.db, accountId, range)
  const fromRefused = place.limit - fromMessages
  const others =
    fromRefused === 0 || kept === 0
      ? []
      : await listRefused(ctx.db, accountId, requestId, Math.min(kept, Math.max(0, from - valid)), fromRefused)
  return {
    items: [...messages.map((message) => showAsRecipient(message, now)), ...others.map(showRefused)],
    total: refusedOnly ? kept : valid + kept,
    next: from + place.limit < valid + kept ? writeCursor(place, [String(last + place.limit)]) : null,
    // Only the first 10,000 refused recipients are stored.
    refused: { total: invalid + duplicates + optedOut, kept },
  }
}

function showAsRecipient(message: StoredMessage, now: Date): RequestRecipient {
  const { id: messageId, recipientId, phone: number, status, stage, reason, explanation } = showMessage(message, now)
  const { text, parts, price } = message
  return {
    ...{ recipientId, number, outcome: 'message', messageId, status, stage, reason, explanation },
    ...{ text, parts, price },
  }
}

function showRefused({ recipientId, number, why }: RefusedRecipient): RequestRecipient {
  const outcome = why === 'duplicate_number' ? 'duplicate' : isExclusion(why) ? 'opted_out' : 'invalid'
  return {
    ...{ recipientId, number, outcome, messageId: null, status: null, stage: null },
    ...{ reason: why, explanation: explainRefused(why), text: null, parts: null, price: null },
  }
}

/** One request with the state of its messages. */
export async function viewRequest(ctx: SmsContext, accountId: number, requestId: number) {
  const [found] = await listRequests(ctx.db, accountId, { ...noFilter, requestId }, null, 1)
  if (found === undefined) throw refuse('request_not_found')
  const { isMeant: _, placeId: __, ...request } = found
  const figures = await countMessages(ctx.db, accountId, requestId)
  return { ...request, ...figures, currency: await findCurrency(ctx, accountId) }
}

const findCurrency = async ({ db, config }: Pick<SmsContext, 'db' | 'config'>, accountId: number): Promise<string> =>
  (await findSpendableCredit(db, [accountId], smsProduct)).get(accountId)?.currency ?? config.currency

/** One message with its timeline. */
export async function viewMessage(ctx: SmsContext, accountId: number, messageId: number) {
  const message = await findMessage(ctx.db, accountId, messageId)
  if (message === null) throw refuse('message_not_found')
  const parts = await listParts(ctx.db, messageId)
  const callbacks = message.doneAt === null ? [] : await listAttemptsAbout(ctx.db, accountId, messageId)
  const moves = await listMoves(ctx.db, messageId)
  const now = ctx.clock.now()
  const currency = await findCurrency(ctx, accountId)
  const shown = showMessage(message, now)
  const delay = shown.stage === 'queued' ? delayOf(carrierFacts(ctx, message.carrier)) : null
  return { ...shown, currency, delay, timeline: timelineOf(message, parts, callbacks, now, moves) }
}
