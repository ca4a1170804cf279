import type { PinChannel } from '../../contract/account/otp.ts'
import type { IdempotencyKey } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { isNoRoute } from '../sms/index.ts'
import { fallbackTimes, referenceOf } from './channel-rules.ts'
import { isOfServer, type PinMessage, problemOf, type SentPin, sendOn } from './channels.ts'
import type { OtpContext } from './context.ts'
import { dayIsOver, noChannel, sendRefused } from './errors.ts'
import type { App } from './store-apps.ts'
import { markSent } from './store-sends.ts'

/** The response for a PIN. */
interface Issued {
  readonly pinId: string
  readonly lifeSeconds: number
}

export interface Requested extends Issued {
  /** The PIN was sent earlier, for a request with the same key. */
  readonly replayed: boolean
  /** The request id of its SMS, or the id of its chat message. */
  readonly requestId: number
}

export function requestedOf(answer: unknown, replayed: boolean): Requested {
  const { note, requestId } = answer as SentPin
  return { ...(note as Issued), requestId, replayed }
}

export interface First {
  readonly key: IdempotencyKey | null
  readonly lifeSeconds: number
  /** The row that the fallback belongs to; null for a PIN that is sent only once. */
  readonly sendId: number | null
}

/**
 * Sends a stored PIN on the first channel that accepts it. `takeBack` undoes the request when it was refused, or
 * answered before.
 */
export async function sendFirst(ctx: OtpContext, message: PinMessage, first: First, takeBack: () => Promise<void>) {
  const { accountId, pinId, app } = message
  const issued: Issued = { pinId, lifeSeconds: first.lifeSeconds }
  let refusal: Refusal | null = null
  for (const [step, channel] of app.channels.entries()) {
    try {
      const reference = referenceOf(pinId, first.sendId ?? 0, step)
      const { answer, replayed } = await sendOn(ctx, channel, message, first.key, issued, reference)
      if (replayed) await undo(ctx, message, takeBack)
      else if (first.sendId !== null) await noteSent(ctx, message, first.sendId, step, answer.requestId)
      return requestedOf(answer, replayed)
    } catch (error) {
      // After any other error the PIN stays, because the message may have been accepted.
      if (!(error instanceof Refusal)) throw error
      refusal ??= error
      if (error.status === 409 || error.status === 429 || isOfServer(error)) break
      if (app.channels.length > 1) noteSkipped(ctx, accountId, app, channel, error)
    }
  }
  await undo(ctx, message, takeBack)
  throw refusal === null ? noChannel() : refusalOf(refusal)
}

/** Tells the account that a channel refused a PIN. */
export function noteSkipped(
  { events }: OtpContext,
  accountId: number,
  { number }: App,
  { channel }: PinChannel,
  refusal: Refusal,
): void {
  events.note(accountId, 'otp.channel_skipped', `application ${number}, ${channel}`, problemOf(refusal))
}

/** The message is accepted, so the response does not depend on this: without it, the next channel follows in time. */
async function noteSent(
  ctx: OtpContext,
  { accountId, app: { channels }, pinId }: PinMessage,
  sendId: number,
  step: number,
  messageId: number,
): Promise<void> {
  const channel = channels[step]?.channel ?? 'sms'
  const times = fallbackTimes(channels, step, ctx.clock.now())
  try {
    await markSent(ctx.db, accountId, pinId, sendId, { step, channel, messageId, ...times })
  } catch (error) {
    ctx.log.warn({ err: error, accountId, pinId }, 'failed to store the message of a PIN; its receipt is not seen')
  }
}

/** The result of the message decides the response, even if this fails: a leftover PIN was sent to nobody. */
async function undo(ctx: OtpContext, { accountId, pinId }: PinMessage, takeBack: () => Promise<void>): Promise<void> {
  try {
    await takeBack()
  } catch (error) {
    ctx.log.warn(
      { err: error, accountId, pinId },
      'failed to delete a PIN that was not sent; it still counts toward the limits',
    )
  }
}

/** Keeps a reused key, a missing route and the daily limit as separate refusals; all others become one code. */
function refusalOf(refusal: Refusal): Refusal {
  if (refusal.status === 409) return refusal
  if (isNoRoute(refusal)) return noChannel()
  return refusal.status === 429 ? dayIsOver(refusal) : sendRefused(refusal)
}
