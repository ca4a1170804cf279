import { findAnswer } from '../../engine/http/index.ts'
import { getAllowance } from './allowance.ts'
import type { OtpContext } from './context.ts'
import { appNotFound, notLive, notResendable, pinNotFound } from './errors.ts'
import { rangesOf, withinLimits } from './guard.ts'
import type { PinAgain } from './parse.ts'
import { type Asker, firstSend, languageFor, refuseUnusable } from './request.ts'
import { readPin } from './sealed-pin.ts'
import { type Requested, requestedOf, sendFirst } from './send-first.ts'
import { findApp } from './store-apps.ts'
import { deleteSend, insertAgain } from './store-requests.ts'
import { findKept, findLastLanguage } from './store-sends.ts'
import { take, withinAllowance } from './take.ts'

/** The codes of PINs that can no longer be verified. */
const ends = { verified: 118, exceeded: 116, expired: 115 } as const

/**
 * Sends a live PIN again under the same id, on the first channel of its application. Counts like a new request. The PIN
 * expires when it would have expired before.
 */
export async function resendPin(
  ctx: OtpContext,
  { accountId, messagesPerDay, key }: Asker,
  { pinId, appNumber, phone: askedPhone, language: asked }: PinAgain,
): Promise<Requested> {
  const now = ctx.clock.now()
  const before = key === null ? null : await findAnswer(ctx.db, key, now)
  if (before !== null) return requestedOf(before, true)

  const kept = await findKept(ctx.db, accountId, pinId, now)
  if (kept === null) throw pinNotFound()
  const { phone, sealed, expiresAt } = kept
  if ((appNumber ?? kept.appNumber) !== kept.appNumber || (askedPhone ?? phone) !== phone) throw pinNotFound()
  if (kept.state !== 'sent') throw notLive(ends[kept.state])
  const [found, allowance] = await Promise.all([
    findApp(ctx.db, accountId, kept.appNumber),
    ctx.config.staging ? null : getAllowance(ctx, accountId),
  ])
  if (found === null) throw appNotFound()
  await refuseUnusable(ctx, accountId, found)
  const pin = sealed === null || !found.resend ? null : readPin(ctx, pinId, sealed)
  if (pin === null) throw notResendable()

  const limited = withinLimits(found, ctx.config)
  const app = allowance === null ? limited : withinAllowance(ctx, accountId, limited, phone, allowance)
  const language = await languageFor(ctx, accountId, app, asked ?? (await findLastLanguage(ctx.db, accountId, pinId)))
  const row = { accountId, app, phone, ranges: rangesOf(app, phone), now }
  const { sendId, caps } = await take(ctx, row, (counted, isProven) =>
    insertAgain(ctx.db, row, pinId, firstSend(app, language, now), counted, isProven),
  )
  const lifeSeconds = Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000)
  return sendFirst(
    ctx,
    { accountId, app, pinId, phone, pin, language, expiresAt, messagesPerDay },
    { key, lifeSeconds, sendId },
    () => deleteSend(ctx.db, row, sendId ?? 0, caps),
  )
}
