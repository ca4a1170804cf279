import { setImmediate as nextTurn } from 'node:timers/promises'
import { findAnswer, type IdempotencyKey } from '../../../engine/http/index.ts'
import type { Phone } from '../../../values/phone.ts'
import { Refusal } from '../../../values/refusal.ts'
import type { Sendable } from '../../routing/index.ts'
import { findStandings, isSenderShape, listActiveSenders } from '../../senders/index.ts'
import type { SmsContext } from '../context.ts'
import { invalidSender, queueTooOld, SenderRefusal } from '../errors.ts'
import type { Accepted, Draft, Lane, Recipient, SendRequest, Sorted } from '../model.ts'
import { smsProduct } from './charge.ts'
import { createSorter, isQueueTooOld } from './rules.ts'

/** The number of recipients to sort before yielding to other requests. */
const sliceSize = 5_000

/** The lane of a request with this many recipients. All parts of a send to an address book are bulk. */
export const laneOf = (recipients: number, part = 1): Lane => (recipients === 1 && part === 1 ? 'single' : 'bulk')

/** Accepts a send. It is committed when the promise resolves, so its messages are sent even if this process dies. */
export async function sendSms(
  ctx: SmsContext,
  accountId: number,
  request: SendRequest,
  key: IdempotencyKey | null = null,
  messagesPerDay: number | null = null,
): Promise<Accepted> {
  const { recipients, part, earlier, ...content } = request
  const { sender, scheduledAt, isHeld } = content
  const lane = content.lane ?? laneOf(recipients.length, part)
  const sorted = await sortRecipients(ctx.routing.choose, { accountId, sender, lane }, recipients, earlier)
  if (!scheduledAt || isHeld) await refuseWhenQueueTooOld(ctx, lane, sorted)
  const by = { accountId, total: recipients.length, sorted, lane, product: smsProduct, key, messagesPerDay }
  return acceptDraft(ctx, { ...content, ...by })
}

/** Throws a refusal. */
export async function acceptDraft({ accept, smsMetrics }: Pick<SmsContext, 'accept' | 'smsMetrics'>, draft: Draft) {
  const result = await accept(draft)
  if (result instanceof Refusal) throw result
  if (!result.replayed) smsMetrics.accepted(result.valid)
  return result
}

/**
 * Accepts a send, or replays the earlier answer under its key, even when the send would be rejected by now because its
 * time has passed or its sender ID is gone. Rejections are counted here, after the check for an earlier answer.
 */
export async function sendOnce(
  ctx: SmsContext,
  accountId: number,
  read: () => SendRequest,
  key: IdempotencyKey | null,
  messagesPerDay: number | null,
): Promise<Accepted> {
  try {
    return await sendSms(ctx, accountId, read(), key, messagesPerDay)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    const first = key === null ? null : await findAnswer(ctx.db, key, ctx.clock.now())
    if (first !== null) return { ...(first as Accepted), replayed: true }
    noteRejected(ctx, accountId, error)
    throw error
  }
}

/** Throws unless the sender ID is active on the account. */
export async function checkSender({ db }: Pick<SmsContext, 'db'>, accountId: number, sender: string): Promise<void> {
  const [standing] = await findStandings(db, [{ accountId, sender }])
  if (standing?.status === 'active' && isSenderShape(sender)) return
  const usable = await listActiveSenders(db, accountId)
  throw invalidSender(sender, standing?.status ?? null, standing?.reason ?? null, usable)
}

/** Counts a rejected send, and records an event for an invalid sender ID. */
function noteRejected({ smsMetrics, events }: SmsContext, accountId: number, refusal: Refusal): void {
  smsMetrics.refused()
  if (!(refusal instanceof SenderRefusal)) return
  smsMetrics.senderRefused(refusal.fault)
  events.note(accountId, 'sms.sender_refused', refusal.sender, refusal.fault)
}

/** Scheduled sends are accepted, because the queue may be empty by then. */
export async function refuseWhenQueueTooOld({ queue, config }: SmsContext, lane: Lane, { candidates }: Sorted) {
  if (config.queueAgeSeconds === 0) return
  await queue.refresh()
  let looked: string | null = null
  for (const { carrier } of candidates) {
    if (carrier === looked) continue
    looked = carrier
    const age = queue.ageSeconds(carrier, lane)
    if (isQueueTooOld(lane, age, config.queueAgeSeconds)) throw queueTooOld(lane, age)
  }
}

/** Yields to other requests while it sorts a large send. */
export async function sortRecipients(
  choose: (message: Sendable) => string | null,
  by: Omit<Sendable, 'phone'>,
  recipients: readonly Recipient[],
  earlier?: ReadonlySet<Phone>,
): Promise<Sorted> {
  const sorter = createSorter((phone) => choose({ ...by, phone }), earlier)
  for (let from = 0; from < recipients.length; from += sliceSize) {
    if (from > 0) await nextTurn()
    sorter.add(recipients.length <= sliceSize ? recipients : recipients.slice(from, from + sliceSize))
  }
  return sorter.sorted()
}
