import { setImmediate as nextTurn } from 'node:timers/promises'
import { findAnswer, type IdempotencyKey } from '../../../engine/http/index.ts'
import { Refusal } from '../../../values/refusal.ts'
import type { Sendable } from '../../routing/index.ts'
import type { SmsContext } from '../context.ts'
import { queueTooOld, SenderRefusal } from '../errors.ts'
import type { Accepted, Lane, Recipient, SendRequest, Sorted } from '../model.ts'
import { smsProduct } from './charge.ts'
import { createSorter, isQueueTooOld } from './rules.ts'

/** More than this are not gathered with other requests. */
const smallRecipientsMax = 500
/** How many recipients are looked at before others get a turn. */
const sliceSize = 5_000

/**
 * Takes a send. When it resolves, everything is committed: the messages will go out whatever happens to this process.
 */
export async function sendSms(
  ctx: SmsContext,
  accountId: number,
  request: SendRequest,
  key: IdempotencyKey | null = null,
  messagesPerDay: number | null = null,
): Promise<Accepted> {
  const { recipients, ...content } = request
  const total = recipients.length
  const lane: Lane = total === 1 ? 'single' : 'bulk'
  const acceptFew = messagesPerDay === null ? ctx.acceptSmall : ctx.acceptLimited
  const accept = total > smallRecipientsMax ? ctx.acceptLarge : acceptFew
  const sorted = await sortRecipients(ctx.routing.choose, { accountId, sender: content.sender, lane }, recipients)
  if (content.scheduledAt === null) await refuseWhenQueueTooOld(ctx, lane, sorted)
  const result = await accept.add({ accountId, content, total, sorted, lane, product: smsProduct, key, messagesPerDay })
  if (result instanceof Refusal) throw result
  if (!result.replayed) ctx.smsMetrics.accepted(result.valid)
  return result
}

/**
 * Takes a send, or answers it as it was answered before under its key: also when it would be refused by now, because
 * its time has passed or its sender is gone. A refusal is counted here, once it is clear that no earlier answer stands.
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
    noteRefused(ctx, accountId, error)
    throw error
  }
}

/** Counts a send that was refused, and tells its account when it was for the sender. */
function noteRefused({ smsMetrics, events }: SmsContext, accountId: number, refusal: Refusal): void {
  smsMetrics.refused()
  if (!(refusal instanceof SenderRefusal)) return
  smsMetrics.senderRefused(refusal.fault)
  events.note(accountId, 'sms.sender_refused', refusal.sender, refusal.fault)
}

/** What is scheduled for later may find the queue empty; what is to go out at once would only wait. */
export async function refuseWhenQueueTooOld(
  { queue, config }: SmsContext,
  lane: Lane,
  { candidates }: Sorted,
): Promise<void> {
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

/** A large send lets others have a turn in between. */
export async function sortRecipients(
  choose: (message: Sendable) => string | null,
  by: Omit<Sendable, 'phone'>,
  recipients: readonly Recipient[],
): Promise<Sorted> {
  const sorter = createSorter((phone) => choose({ ...by, phone }))
  for (let from = 0; from < recipients.length; from += sliceSize) {
    if (from > 0) await nextTurn()
    sorter.add(recipients.length <= sliceSize ? recipients : recipients.slice(from, from + sliceSize))
  }
  return sorter.sorted()
}
