import type { Phone } from '../../values/phone.ts'
import type { OtpContext } from './context.ts'
import { guardBlocked, tooOften } from './errors.ts'
import {
  type Allowance,
  type BlockReason,
  type Cap,
  capsOf,
  findBlockReason,
  firstOver,
  hintOf,
  isCountryAllowed,
  isInRange,
  isProven,
  limitsOf,
  scopeOf,
  subjectOf,
} from './guard.ts'
import { hourOf, secondsToNextHour } from './rules.ts'
import type { App } from './store-apps.ts'
import { findCounts, findRanges, markBlocked } from './store-guard.ts'
import type { CountedRequest, StoredRequest } from './store-requests.ts'

/** Larger than any count: in alert mode, the caps of the guard stop nothing. */
const endless = 2 ** 31 - 1

/** Each retry sees the state that the concurrent requests left, so a few attempts are enough. */
const triesMax = 10

/**
 * Outside staging, PINs go only to the account's country and the operator's allowance, whatever the application allows.
 * The guard does not check allowed ranges.
 */
export function withinAllowance(ctx: OtpContext, accountId: number, app: App, phone: Phone, allowance: Allowance): App {
  if (isInRange(allowance, phone)) return { ...app, guard: 'off' }
  if (!isCountryAllowed(allowance, phone))
    refuse(ctx, accountId, { ...app, guard: 'block' }, phone, 'country_not_allowed')
  return app
}

/** Stores the request, and counts it with these limits. Null when a concurrent request was faster. */
type Store = (counted: readonly Cap[], isPrefixProven: boolean) => Promise<StoredRequest | null>

/**
 * Stores a request within the limits and the guard, and returns the counted caps. Checks first, so that refused
 * requests are not counted, and retries when concurrent requests were faster.
 */
export async function take(ctx: OtpContext, row: CountedRequest, store: Store) {
  const { accountId, app, phone, ranges, now } = row
  const limits = limitsOf(app, phone, ctx.config.pinsPerHour)
  const guarded = capsOf(app, phone)
  const caps = [...limits, ...guarded]
  const counted = [...limits, ...(app.guard === 'block' ? guarded : guarded.map((cap) => ({ ...cap, max: endless })))]
  for (let tries = 0; tries < triesMax; tries += 1) {
    const [counts, known] = await Promise.all([
      findCounts(ctx.db, accountId, caps, hourOf(now)),
      findRanges(ctx.db, accountId, app, ranges, now),
    ])
    const over = firstOver(limits, counts)
    if (over !== null) throw tooOften(names[over.scope], over.max, secondsToNextHour(now))
    const reason = findBlockReason(app, phone, counts, known)
    if (reason !== null) await raise(ctx, row, reason)
    const stored = await store(counted, isProven(known.prefix, app))
    if (stored !== null) return { ...stored, caps }
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
async function raise(ctx: OtpContext, { accountId, app, phone, ranges, now }: CountedRequest, reason: BlockReason) {
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
