import type { SendBody } from '../../../contract/account/send.ts'
import { findAnswer, type IdempotencyKey } from '../../../engine/http/index.ts'
import type { Phone } from '../../../values/phone.ts'
import { Refusal, refuse } from '../../../values/refusal.ts'
import { adHocMax, ensureEndpoint } from '../../webhooks/index.ts'
import type { SmsContext } from '../context.ts'
import { invalidCallbackUrl, sendStopped } from '../errors.ts'
import { type Accepted, type Origin, type Recipient, reportEvents, type SendContent } from '../model.ts'
import { createGates, overlaps } from '../scheduling/window-rules.ts'
import { openOrder } from './open-order.ts'
import { beginning, type Position, type ReadPart } from './read-recipients.ts'
import { sendOnce } from './send.ts'

export interface AcceptedOrder {
  readonly requests: readonly Accepted[]
  /** Why the remaining recipients got no message; null when all did. */
  readonly stoppedBy: Refusal | null
}

/**
 * Sends an order of `POST /v2/messages`. A repetition under the same key gets the earlier answer, even when its time
 * has passed or its template is gone.
 */
export async function sendOrder(ctx: SmsContext, accountId: number, body: SendBody, key: IdempotencyKey | null) {
  try {
    return await sendNew(ctx, accountId, body, key)
  } catch (error) {
    const requests = error instanceof Refusal && key !== null ? await listEarlier(ctx, key) : []
    if (requests.length === 0) throw error
    return { requests, stoppedBy: endOf(requests)?.isEnd ? null : (error as Refusal) }
  }
}

const partOf = (key: IdempotencyKey, part: number) => ({ ...key, key: `${key.key} part ${part}` })

/** The answers to the parts of a send that were accepted earlier. */
async function listEarlier({ db, clock }: Pick<SmsContext, 'db' | 'clock'>, key: IdempotencyKey): Promise<Accepted[]> {
  const requests: Accepted[] = []
  while (!endOf(requests)?.isEnd) {
    const found = (await findAnswer(db, partOf(key, requests.length + 1), clock.now())) as Accepted | null
    if (found === null) break
    requests.push({ ...found, replayed: true })
  }
  return requests
}

const endOf = (requests: readonly Accepted[]) => requests.at(-1)?.note as Position | undefined

async function sendNew(ctx: SmsContext, accountId: number, body: SendBody, key: IdempotencyKey | null) {
  const { order, content, readPart, settings } = await openOrder(ctx, accountId, body)
  await checkWindow(ctx, accountId, content)
  const origin = order.callbackUrl === null ? null : await originOf(ctx, accountId, order.callbackUrl)
  const { validSeconds, isHeld } = order
  return sendParts(ctx, accountId, readPart, {
    content: { ...content, origin: origin ?? undefined, validSeconds, isHeld },
    key,
    messagesPerDay: settings.messagesPerDay,
  })
}

/**
 * A send with more recipients than fit into a request becomes several requests, and each of them is accepted as a
 * whole. A repeated call under the same idempotency key continues where the first one stopped, even if books have
 * changed meanwhile: the position is stored with each answer.
 */
async function sendParts(
  ctx: SmsContext,
  accountId: number,
  readPart: ReadPart,
  { content, key, messagesPerDay }: { content: SendContent; key: IdempotencyKey | null; messagesPerDay: number | null },
): Promise<AcceptedOrder> {
  const requests: Accepted[] = []
  for (let part = 1, at = beginning; !at.isEnd; part += 1) {
    try {
      const { recipients, earlier, end } = await readPart(at)
      // An empty book is still sent as a request without recipients, so that its sender ID is checked.
      if (recipients.length === 0 && part > 1) break
      const request = { ...content, recipients, part, earlier, note: end }
      const read = () => {
        checkValidity(ctx, content, recipients)
        return request
      }
      const partKey = key === null ? null : partOf(key, part)
      const accepted = await sendOnce(ctx, accountId, read, partKey, messagesPerDay)
      requests.push(accepted)
      at = endOf(requests) ?? end
    } catch (error) {
      if (requests.length === 0) throw error
      return { requests, stoppedBy: stopOf(ctx, error, key !== null) }
    }
  }
  return { requests, stoppedBy: null }
}

/**
 * Accepted requests are reported even when the rest failed. A client that only sees an error would send everything
 * again.
 */
function stopOf(ctx: Pick<SmsContext, 'log'>, error: unknown, hasKey: boolean): Refusal {
  if (error instanceof Refusal) return error
  ctx.log.error({ err: error }, 'a send with several requests stopped early')
  return sendStopped(hasKey)
}

/** Messages that no hour of both windows allows would wait until they expire. */
export async function checkWindow({ windows }: SmsContext, accountId: number, { wire }: Pick<SendContent, 'wire'>) {
  const ofAccount = wire?.window === undefined ? null : await windows.of(accountId)
  if (wire?.window !== undefined && ofAccount !== null && !overlaps(wire.window, ofAccount))
    throw refuse('send_window_closed')
}

/** Messages whose window only opens after their validity would all expire. */
function checkValidity(
  { clock, config }: Pick<SmsContext, 'clock' | 'config'>,
  { wire, scheduledAt, validSeconds = config.validityHours * 3_600 }: SendContent,
  recipients: readonly Recipient[],
): void {
  if (wire?.window === undefined) return
  const opensAt = createGates(null)
  const dueAt = scheduledAt ?? clock.now()
  const validUntil = new Date(dueAt.getTime() + validSeconds * 1_000)
  const phones = recipients.flatMap(({ phone }) => phone ?? [])
  const expires = (phone: Phone) => (opensAt({ phone, requestId: 0, wire }, dueAt) ?? dueAt) >= validUntil
  if (phones.length > 0 && phones.every(expires)) throw refuse('send_window_too_late')
}

/** Final reports of the messages also go to this URL. */
async function originOf(ctx: SmsContext, accountId: number, url: string): Promise<Origin> {
  const checked = await ctx.outbound.checkUrl(url)
  if (!checked.ok) throw invalidCallbackUrl(checked.why)
  const id = await ctx.db.transaction((tx) => ensureEndpoint(ctx, tx, { accountId, event: 'delivery-report', url }))
  if (id === null)
    throw invalidCallbackUrl(
      `an account can have at most ${adHocMax} callback URLs at a time, and all of them have pending events`,
    )
  return { kind: 'webhook', id, reports: reportEvents.delivered | reportEvents.failed, detail: { url } }
}
