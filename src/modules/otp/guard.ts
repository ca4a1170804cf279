import { callingCodeOf, countryOf } from '../../values/countries.ts'
import type { Phone } from '../../values/phone.ts'
import type { App } from './model.ts'

/**
 * The fraud guard. Who earns on messages has PINs sent to numbers they rent, which nobody ever verifies. Such numbers
 * come in ranges.
 */

export const blockReasons = ['country_not_allowed', 'country_cap', 'prefix_cap', 'unverified'] as const
export type BlockReason = (typeof blockReasons)[number]

/** A count that may not go beyond its most within an hour. */
export interface Cap {
  readonly scope: 'number' | 'application' | 'account' | 'country' | 'prefix'
  readonly subject: string
  readonly max: number
}

/**
 * Numbers are given out, and rented, in blocks of ten thousand: less of the number would punish neighbours, and more of
 * it could be walked around.
 */
const rangeDigits = 4
export const prefixOf = (phone: Phone) => phone.slice(0, -rangeDigits)

/** A calling code that is of no country stands for itself. */
const placeOf = (phone: Phone) => countryOf(callingCodeOf(phone)) ?? `+${callingCodeOf(phone)}`

/** What everybody has to keep to. */
export const limitsOf = ({ number, numberHourMax, appHourMax }: App, phone: Phone, accountHourMax: number): Cap[] => [
  { scope: 'number', subject: phone, max: numberHourMax },
  { scope: 'application', subject: String(number), max: appHourMax },
  { scope: 'account', subject: '', max: accountHourMax },
]

/** What the guard counts besides. */
export const capsOf = ({ number, guard, countryHourMax, prefixHourMax }: App, phone: Phone): Cap[] =>
  guard === 'off'
    ? []
    : [
        { scope: 'country', subject: `${number} ${placeOf(phone)}`, max: countryHourMax },
        { scope: 'prefix', subject: `${number} ${prefixOf(phone)}`, max: prefixHourMax },
      ]

/** How often each scope asked in this hour. */
export type Counts = Readonly<Partial<Record<Cap['scope'], number>>>

export const firstOver = (caps: readonly Cap[], counts: Counts): Cap | null =>
  caps.find(({ scope, max }) => (counts[scope] ?? 0) >= max) ?? null

/** What is known about a prefix. */
export interface PrefixState {
  readonly requests: number
  readonly verified: number
  /** It was blocked, and did not prove itself since. */
  readonly onTrial: boolean
  readonly blockedUntil: Date | null
}

/** After a block this many requests go through before it is judged again. */
export const trialSample = 5

/**
 * Whether too few of the last requests were verified. The statement that counts says the same in SQL, for those that
 * come at once.
 */
export function isPumped(
  { requests, verified, onTrial }: PrefixState,
  { guardSample, verifiedPercentMin }: Pick<App, 'guardSample' | 'verifiedPercentMin'>,
) {
  return (
    requests >= (onTrial ? Math.min(trialSample, guardSample) : guardSample) &&
    verified * 100 < verifiedPercentMin * requests
  )
}

/** Why a request should not be served; null when it should. A block that is over lets a few through, to see. */
export function judge(
  app: App,
  phone: Phone,
  counts: Counts,
  prefix: PrefixState | null,
  now: Date,
): BlockReason | null {
  const { guard, countries } = app
  if (guard === 'off') return null
  if (countries !== null && !countries.includes(placeOf(phone))) return 'country_not_allowed'
  const over = firstOver(capsOf(app, phone), counts)
  if (over !== null) return over.scope === 'country' ? 'country_cap' : 'prefix_cap'
  if (prefix === null) return null
  return (prefix.blockedUntil === null ? isPumped(prefix, app) : prefix.blockedUntil > now) ? 'unverified' : null
}

const hints: Readonly<Record<BlockReason, (phone: Phone) => string>> = {
  country_not_allowed: (phone) => `the application sends no PINs to ${placeOf(phone)}`,
  country_cap: (phone) => `too many PINs went to ${placeOf(phone)} in this hour`,
  prefix_cap: (phone) => `too many PINs went to numbers that begin with ${prefixOf(phone)} in this hour`,
  unverified: (phone) =>
    `too few of the PINs to numbers that begin with ${prefixOf(phone)} are verified; it is tried again later`,
}

export const hintOf = (reason: BlockReason, phone: Phone) => `blocked by the fraud guard: ${hints[reason](phone)}`

/** What was blocked, for the account: a place or a prefix, never a whole number. */
export const subjectOf = (reason: BlockReason, { number }: Pick<App, 'number'>, phone: Phone) =>
  `application ${number}, ${reason.startsWith('country') ? placeOf(phone) : prefixOf(phone)}`
