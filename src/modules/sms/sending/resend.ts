import type { IdempotencyKey } from '../../../engine/http/index.ts'
import { parsePhone } from '../../../values/phone.ts'
import { Refusal, refuse } from '../../../values/refusal.ts'
import { findDailyLimit } from '../../accounts/index.ts'
import { erasedPhone } from '../../table-data/index.ts'
import type { SmsContext } from '../context.ts'
import { type Recipient, type SendRequest, wireUnlessEmpty } from '../model.ts'
import { sendOnce } from './send.ts'
import { type AcceptedOrder, checkWindow } from './send-order.ts'
import {
  type EarlierMessage,
  type EarlierRequest,
  findEarlierRequest,
  findRequestOf,
  listReferred,
  listResent,
  listUndelivered,
} from './store-resend.ts'

/** Messages per query. */
const stepSize = 1_000

/** The undelivered messages of a request as a new request with the same texts and options. */
export async function readRequestAgain(ctx: SmsContext, accountId: number, requestId: number, isAgain: boolean) {
  const earlier = await findEarlierRequest(ctx.db, accountId, requestId)
  if (earlier === null) throw refuse('request_not_found')
  const { firstMessageId, lastMessageId } = earlier
  return readAgain(ctx, accountId, earlier, { firstId: firstMessageId ?? 1, lastId: lastMessageId ?? 0, isAgain })
}

/** One undelivered message as a new request. */
export async function readMessageAgain(ctx: SmsContext, accountId: number, messageId: number, isAgain: boolean) {
  const found = await findRequestOf(ctx.db, accountId, messageId)
  const earlier = found && (await findEarlierRequest(ctx.db, accountId, found.request_id))
  if (earlier === null) throw refuse('message_not_found')
  return readAgain(ctx, accountId, earlier, { firstId: messageId, lastId: messageId, isAgain })
}

/**
 * Some of the undelivered messages of a request as a new request, in the order of their ids. Messages that were already
 * sent again are left out. Null when the request was removed.
 */
export async function readUndelivered(
  { db }: Pick<SmsContext, 'db'>,
  accountId: number,
  requestId: number,
  place: { readonly skip: number; readonly limit: number },
): Promise<SendRequest | null> {
  const earlier = await findEarlierRequest(db, accountId, requestId)
  if (earlier?.firstMessageId == null || earlier.lastMessageId === null) return null
  const range = { firstId: earlier.firstMessageId, lastId: earlier.lastMessageId }
  const messages = await listUndelivered(db, accountId, { ...range, ...place, hasErased: true })
  const resent = await listResent(
    db,
    accountId,
    messages.map(({ id }) => id),
  )
  const fresh = messages.filter(({ id }) => !resent.has(id))
  return againOf(
    earlier,
    fresh.map((message) => (message.phone === erasedPhone ? erased(message) : recipientOf(message, earlier, false))),
  )
}

/**
 * Sends undelivered messages again. A repetition under the same key gets the earlier answer, even when the texts were
 * removed since.
 */
export async function resend(
  ctx: SmsContext,
  accountId: number,
  key: IdempotencyKey | null,
  read: () => Promise<SendRequest>,
): Promise<AcceptedOrder> {
  const request = await read().catch((error: unknown) => {
    if (error instanceof Refusal) return error
    throw error
  })
  const getRequest = () => {
    if (request instanceof Refusal) throw request
    return request
  }
  const accepted = await sendOnce(ctx, accountId, getRequest, key, await findDailyLimit(ctx, accountId))
  return { requests: [accepted], stoppedBy: null }
}

/** Messages that were already sent again are left out, unless the caller wants that. */
async function readAgain(
  ctx: SmsContext,
  accountId: number,
  earlier: EarlierRequest,
  { firstId, lastId, isAgain }: { readonly firstId: number; readonly lastId: number; readonly isAgain: boolean },
): Promise<SendRequest> {
  const { db } = ctx
  if (earlier.wire !== null) await checkWindow(ctx, accountId, { wire: earlier.wire })
  const referred = await listReferred(db, accountId, earlier.id)
  const recipients: Recipient[] = []
  let resentCount = 0
  for (let from = firstId; from <= lastId; ) {
    const messages = await listUndelivered(db, accountId, { firstId: from, lastId, limit: stepSize })
    const ids = messages.map(({ id }) => id)
    const resent = isAgain ? new Set<number>() : await listResent(db, accountId, ids)
    resentCount += resent.size
    for (const message of messages)
      if (!resent.has(message.id)) recipients.push(recipientOf(message, earlier, referred.has(message.id)))
    from = messages.length < stepSize ? lastId + 1 : (messages.at(-1)?.id ?? lastId) + 1
  }
  if (recipients.length === 0) throw resentCount > 0 ? refuse('already_resent') : refuse('nothing_to_resend')
  return againOf(earlier, recipients)
}

function againOf(earlier: EarlierRequest, recipients: readonly Recipient[]): SendRequest {
  const { sender, text, encoding, segments, jobName, campaignTitle, tags, reference, origin } = earlier
  const { campaign: _, ...wire } = earlier.wire ?? {}
  return {
    ...{ sender, text, encoding, segments, jobName, campaignTitle },
    tags: tags ?? undefined,
    reference: reference ?? undefined,
    wire: wireUnlessEmpty(wire),
    // Submitters by other protocols do not know the new request.
    origin: origin?.kind === 'webhook' ? origin : undefined,
    validSeconds: earlier.validSeconds,
    recipients,
  }
}

/** Counts as invalid. */
const erased = ({ recipientId }: EarlierMessage): Recipient => ({
  ...{ recipientId, idOf: 'server', number: erasedPhone, phone: null },
})

function recipientOf(message: EarlierMessage, request: EarlierRequest, isReference: boolean): Recipient {
  const { recipientId, phone: number, text, encoding, segments } = message
  if ((text ?? request.text) === '') throw refuse('text_removed')
  return {
    recipientId,
    idOf: isReference ? 'client' : 'server',
    number,
    phone: parsePhone(number),
    resends: message.id,
    own: text === null ? undefined : { text, encoding: encoding ?? request.encoding, segments },
  }
}
