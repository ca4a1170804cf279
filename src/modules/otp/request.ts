import { randomUUID } from 'node:crypto'
import { findAnswer, type IdempotencyKey } from '../../engine/http/index.ts'
import { Refusal } from '../../values/refusal.ts'
import { findLanguage } from '../accounts/index.ts'
import { checkPinSender } from '../sms/index.ts'
import { getAllowance } from './allowance.ts'
import { fallbackTimes, hasLanguages, isSmsOnly, keepsPins, languageOf } from './channel-rules.ts'
import type { OtpContext } from './context.ts'
import {
  appInactive,
  appNotFound,
  noChannel,
  notLive,
  notResendable,
  pinNotFound,
  placeholderMissing,
} from './errors.ts'
import { prefixOf, rangesOf, withinLimits } from './guard.ts'
import type { PinAgain, PinRequest } from './parse.ts'
import { fixedPin, hasFixedPin, hasPlaceholder } from './rules.ts'
import { hashPin, makePin, readPin, sealPin } from './sealed-pin.ts'
import { type Requested, requestedOf, sendFirst } from './send-first.ts'
import type { App } from './store-apps.ts'
import { findApp } from './store-apps.ts'
import { deletePin, deleteSend, type FirstSend, insertAgain, insertPin, type NewPin } from './store-requests.ts'
import { findKept, findLastLanguage } from './store-sends.ts'
import { take, withinAllowance } from './take.ts'

/** The client that requests a PIN. */
interface Asker {
  readonly accountId: number
  /** Null means no limit. */
  readonly messagesPerDay: number | null
  readonly key: IdempotencyKey | null
}

/**
 * Sends a PIN. The row is stored before the message: a crash in between leaves a PIN that nobody received, and never a
 * message with a PIN that cannot be verified.
 */
export async function requestPin(
  ctx: OtpContext,
  { accountId, messagesPerDay, key }: Asker,
  { appNumber, phone, language: asked }: PinRequest,
): Promise<Requested> {
  const before = key === null ? null : await findAnswer(ctx.db, key, ctx.clock.now())
  if (before !== null) return requestedOf(before, true)

  const [found, allowance] = await Promise.all([
    getUsableApp(ctx, accountId, appNumber),
    ctx.config.staging ? null : getAllowance(ctx, accountId),
  ])
  const app = allowance === null ? found : withinAllowance(ctx, accountId, found, phone, allowance)
  const pin = ctx.config.staging && hasFixedPin(phone) ? fixedPin(app.pinLength) : makePin(app.pinLength)
  const id = randomUUID()
  const now = ctx.clock.now()
  const language = await languageFor(ctx, accountId, app, asked)
  const row: NewPin = {
    id,
    accountId,
    app,
    phone,
    prefix: prefixOf(phone),
    ranges: rangesOf(app, phone),
    hash: hashPin(ctx.secrets, id, pin),
    now,
    followed:
      keepsPins(app) || !isSmsOnly(app)
        ? { sealed: keepsPins(app) ? sealPin(ctx, id, pin) : null, send: firstSend(app, language, now) }
        : null,
  }
  const { sendId, caps } = await take(ctx, row, (counted, isProven) => insertPin(ctx.db, row, counted, isProven))
  const message = {
    accountId,
    app,
    pinId: id,
    phone,
    pin,
    language,
    expiresAt: new Date(now.getTime() + app.lifeSeconds * 1_000),
    messagesPerDay,
  }
  return sendFirst(ctx, message, { key, lifeSeconds: app.lifeSeconds, sendId }, () => deletePin(ctx.db, row, caps))
}

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

/** The first channel of a request, which is due while another one may follow. */
const firstSend = ({ channels }: App, language: string | null, now: Date): FirstSend => ({
  channel: channels[0]?.channel ?? 'sms',
  language,
  ...fallbackTimes(channels, 0, now),
})

/** Null for an application without translations, which needs no language. */
async function languageFor(ctx: OtpContext, accountId: number, app: App, asked: string | null): Promise<string | null> {
  if (!hasLanguages(app)) return null
  return languageOf(app, asked, app.language ?? (await findLanguage(ctx, accountId)))
}

async function getUsableApp(ctx: OtpContext, accountId: number, number: number): Promise<App> {
  const app = await findApp(ctx.db, accountId, number)
  if (app === null) throw appNotFound()
  await refuseUnusable(ctx, accountId, app)
  return withinLimits(app, ctx.config)
}

/** With several channels, each of them accepts or refuses a message itself. */
async function refuseUnusable(ctx: OtpContext, accountId: number, app: App): Promise<void> {
  if (!app.active) throw appInactive()
  if (!hasPlaceholder(app.text)) throw placeholderMissing()
  if (!isSmsOnly(app)) return
  await checkPinSender(ctx, accountId, app.sender).catch((error: unknown) => {
    throw error instanceof Refusal ? noChannel(error) : error
  })
}
