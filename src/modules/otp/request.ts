import { randomUUID } from 'node:crypto'
import { findAnswer, type IdempotencyKey } from '../../engine/http/index.ts'
import type { Phone } from '../../values/phone.ts'
import { Refusal } from '../../values/refusal.ts'
import { type Accepted, canSendPins, isNoRoute, sendPin } from '../sms/index.ts'
import { getAllowance } from './allowance.ts'
import type { OtpContext } from './context.ts'
import {
  appInactive,
  appNotFound,
  dayIsOver,
  guardBlocked,
  noChannel,
  placeholderMissing,
  sendRefused,
  tooOften,
} from './errors.ts'
import {
  type Allowance,
  type BlockReason,
  type Cap,
  capsOf,
  firstOver,
  hintOf,
  isCountryAllowed,
  isInRange,
  isProven,
  judge,
  limitsOf,
  prefixOf,
  rangesOf,
  scopeOf,
  subjectOf,
} from './guard.ts'
import type { App } from './model.ts'
import type { PinRequest } from './parse.ts'
import { hashPin, makePin } from './pin.ts'
import {
  fillIn,
  fixedPin,
  hasFixedPin,
  hasPlaceholder,
  hourOf,
  mask,
  secondsToNextHour,
  validSecondsOf,
} from './rules.ts'
import { deletePin, insertPin, type NewPin } from './store.ts'
import { findApp } from './store-apps.ts'
import { findCounts, findRanges, markBlocked } from './store-guard.ts'

/** The client that requests a PIN. */
export interface Asker {
  readonly accountId: number
  /** Null means no limit. */
  readonly messagesPerDay: number | null
  readonly key: IdempotencyKey | null
}

/** The response for a PIN, which is also stored under the idempotency key. */
export interface IssuedPin {
  readonly pinId: string
  readonly lifeSeconds: number
}

export interface Requested extends IssuedPin {
  /** The PIN was sent earlier, for a request with the same key. */
  readonly replayed: boolean
  /** The request id of its message. */
  readonly requestId: number
}

/** Larger than any count: in alert mode, the caps of the guard stop nothing. */
const endless = 2 ** 31 - 1

/** Each retry sees the state that the concurrent requests left, so a few attempts are enough. */
const triesMax = 10

/**
 * Sends a PIN. The row is stored before the message: a crash in between leaves a PIN that nobody received, and never a
 * message with a PIN that cannot be verified.
 */
export async function requestPin(
  ctx: OtpContext,
  { accountId, messagesPerDay, key }: Asker,
  { appNumber, phone }: PinRequest,
): Promise<Requested> {
  const before = key === null ? null : await findAnswer(ctx.db, key, ctx.clock.now())
  if (before !== null) return requestedOf(before as Accepted, true)

  const [found, allowance] = await Promise.all([
    getUsableApp(ctx, accountId, appNumber),
    ctx.config.staging ? null : getAllowance(ctx, accountId),
  ])
  const app = allowance === null ? found : withinAllowance(ctx, accountId, found, phone, allowance)
  const pin = ctx.config.staging && hasFixedPin(phone) ? fixedPin(app.pinLength) : makePin(app.pinLength)
  const id = randomUUID()
  const now = ctx.clock.now()
  const row: NewPin = {
    id,
    accountId,
    app,
    phone,
    prefix: prefixOf(phone),
    ranges: rangesOf(app, phone),
    hash: hashPin(ctx.secrets, id, pin),
    now,
  }
  const caps = await take(ctx, row)

  const issued: IssuedPin = { pinId: id, lifeSeconds: app.lifeSeconds }
  const texts = { text: fillIn(app.text, pin), maskedText: mask(app.text, app.pinLength) }
  try {
    const message = {
      accountId,
      sender: app.sender,
      phone,
      ...texts,
      validSeconds: validSecondsOf(app),
      key,
      messagesPerDay,
      note: issued,
    }
    const accepted = await sendPin(ctx, message)
    if (accepted.replayed) await takeBack(ctx, row, caps)
    return requestedOf(accepted, accepted.replayed)
  } catch (error) {
    // After any other error the PIN stays, because the message may have been accepted.
    if (error instanceof Refusal) await takeBack(ctx, row, caps)
    throw error instanceof Refusal ? refusalOf(error, app) : error
  }
}

/** The result of the message decides the response, even if this fails: a leftover PIN was sent to nobody. */
async function takeBack(ctx: OtpContext, row: NewPin, caps: readonly Cap[]): Promise<void> {
  try {
    await deletePin(ctx.db, row, caps)
  } catch (error) {
    ctx.log.warn(
      { err: error, accountId: row.accountId, pinId: row.id },
      'failed to delete a PIN that was not sent; it still counts toward the limits',
    )
  }
}

const requestedOf = ({ note, requestId }: Accepted, replayed: boolean): Requested => ({
  ...(note as IssuedPin),
  requestId,
  replayed,
})

/** Keeps a reused key, a missing route and the daily limit as separate refusals; all others become one code. */
function refusalOf(refusal: Refusal, { sender }: App): Refusal {
  if (refusal.status === 409) return refusal
  if (isNoRoute(refusal)) return noChannel(sender)
  return refusal.status === 429 ? dayIsOver(refusal) : sendRefused(refusal)
}

async function getUsableApp(ctx: OtpContext, accountId: number, number: number): Promise<App> {
  const app = await findApp(ctx.db, accountId, number)
  if (app === null) throw appNotFound()
  if (!app.active) throw appInactive()
  if (!hasPlaceholder(app.text)) throw placeholderMissing()
  if (!(await canSendPins(ctx, accountId, app.sender))) throw noChannel(app.sender)
  return app
}

/**
 * Outside staging, PINs go only to the account's country and the operator's allowance, whatever the application allows.
 * The guard does not judge allowed ranges.
 */
function withinAllowance(ctx: OtpContext, accountId: number, app: App, phone: Phone, allowance: Allowance): App {
  if (isInRange(allowance, phone)) return { ...app, guard: 'off' }
  if (!isCountryAllowed(allowance, phone))
    refuse(ctx, accountId, { ...app, guard: 'block' }, phone, 'country_not_allowed')
  return app
}

/**
 * Stores a PIN within the limits and the guard, and returns the counted caps. Checks first, so that refused requests
 * are not counted, and retries when concurrent requests were faster.
 */
async function take(ctx: OtpContext, row: NewPin): Promise<readonly Cap[]> {
  const { accountId, app, phone, ranges, now } = row
  const limits = limitsOf(app, phone, ctx.config.pinsPerHour)
  const guarded = capsOf(app, phone)
  const caps = [...limits, ...guarded]
  const counted = [...limits, ...(app.guard === 'block' ? guarded : guarded.map((cap) => ({ ...cap, max: endless })))]
  for (let tries = 0; tries < triesMax; tries += 1) {
    const [counts, known] = await Promise.all([
      findCounts(ctx.db, accountId, caps, hourOf(now)),
      findRanges(ctx.db, accountId, ranges),
    ])
    const over = firstOver(limits, counts)
    if (over !== null) throw tooOften(names[over.scope], over.max, secondsToNextHour(now))
    const reason = judge(app, phone, counts, known, now)
    if (reason !== null) await raise(ctx, row, reason)
    if (await insertPin(ctx.db, row, counted, isProven(known.prefix, app))) return caps
  }
  throw new Error(`gave up after ${triesMax} conflicts with concurrent requests`)
}

const names: Readonly<Record<Cap['scope'], string>> = {
  number: 'a number',
  application: 'the application',
  account: 'the account',
  country: 'a country',
  prefix: 'a prefix',
}

/** Blocks the range that the guard detected, and refuses the PIN in block mode. */
async function raise(
  ctx: OtpContext,
  { accountId, app, phone, ranges, now }: NewPin,
  reason: BlockReason,
): Promise<void> {
  const range = ranges.find(({ scope }) => scope === scopeOf(reason))
  if (range !== undefined) await markBlocked(ctx.db, accountId, app, range, now)
  refuse(ctx, accountId, app, phone, reason)
}

/** Logs the event, and throws in block mode. */
function refuse(ctx: OtpContext, accountId: number, app: App, phone: Phone, reason: BlockReason): void {
  ctx.otpMetrics.guarded(app.guard, reason)
  ctx.events.note(accountId, app.guard === 'block' ? 'otp.blocked' : 'otp.alert', subjectOf(reason, app, phone), reason)
  if (app.guard === 'block') throw guardBlocked(hintOf(reason, phone))
}
