import { callingCodeOf, countryOf, mainCountryOf } from '../../values/countries.ts'
import type { Phone } from '../../values/phone.ts'
import type { App } from './model.ts'

/**
 * The fraud guard. Who earns on messages has PINs sent to numbers they rent, which nobody ever verifies. Such numbers
 * come in ranges.
 */

export const blockReasons = [
  'country_not_allowed',
  'country_cap',
  'prefix_cap',
  'unverified',
  'unverified_country',
  'unverified_account',
] as const
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

/** Numbers that are judged together, by how many of their PINs are verified. */
export interface Range {
  readonly scope: 'prefix' | 'country' | 'account'
  /** 0: all applications of the account. */
  readonly app: number
  readonly key: string
}

export const wideApp = 0
const anywhere = '*'

/**
 * The ranges that a number is in. Whoever spreads PINs over many prefixes is noticed in the wide ones; those are shared
 * by the applications that block.
 */
export function rangesOf({ number, guard }: Pick<App, 'number' | 'guard'>, phone: Phone): readonly Range[] {
  if (guard === 'off') return []
  return [...(guard === 'block' ? wideRangesOf(phone) : []), { scope: 'prefix', app: number, key: prefixOf(phone) }]
}

export const wideRangesOf = (phone: Phone): readonly Range[] => [
  { scope: 'account', app: wideApp, key: anywhere },
  { scope: 'country', app: wideApp, key: placeOf(phone) },
]

/** What is known about a range. */
export interface RangeState {
  readonly requests: number
  readonly verified: number
  /** It was blocked, and did not prove itself since. */
  readonly onTrial: boolean
  readonly blockedUntil: Date | null
  /** A wide range is not blocked before this: its first PINs are still being typed. */
  readonly judgedFrom: Date | null
}

export type RangeStates = Readonly<Partial<Record<Range['scope'], RangeState>>>

/** After a block this many requests go through before it is judged again. */
export const trialSample = 5

export interface Thresholds {
  readonly guardSample: number
  readonly verifiedPercentMin: number
  readonly blockMinutes: number
}

/** Wide ranges belong to no application. It takes more to judge them: they hold the numbers of honest people too. */
const wideThresholds: Thresholds = { guardSample: 120, verifiedPercentMin: 10, blockMinutes: 60 }

export const thresholdsOf = (scope: Range['scope'], app: Thresholds): Thresholds =>
  scope === 'prefix' ? app : wideThresholds

/**
 * Whether too few of the last requests were verified. The statement that counts says the same in SQL, for those that
 * come at once.
 */
export function isPumped(state: RangeState, thresholds: Thresholds): boolean {
  const { guardSample } = thresholds
  return (
    state.requests >= (state.onTrial ? Math.min(trialSample, guardSample) : guardSample) &&
    !isVerified(state, thresholds)
  )
}

const isVerified = ({ requests, verified }: RangeState, { verifiedPercentMin }: Thresholds) =>
  verified * 100 >= verifiedPercentMin * requests

/** Enough of the PINs to a prefix are verified: it gets PINs also while a wide range is blocked. */
export const isProven = (prefix: RangeState | undefined, app: Thresholds) =>
  prefix !== undefined && prefix.verified > 0 && isVerified(prefix, app)

const isJudged = ({ judgedFrom }: RangeState, now: Date) => judgedFrom === null || judgedFrom <= now

const scopeReasons: readonly (readonly [Range['scope'], BlockReason])[] = [
  ['prefix', 'unverified'],
  ['country', 'unverified_country'],
  ['account', 'unverified_account'],
]

export const scopeOf = (reason: BlockReason): Range['scope'] | null =>
  scopeReasons.find(([, one]) => one === reason)?.[0] ?? null

/** Why a request should not be served; null when it should. A block that is over lets a few through, to see. */
export function judge(app: App, phone: Phone, counts: Counts, states: RangeStates, now: Date): BlockReason | null {
  const { guard, countries } = app
  if (guard === 'off') return null
  if (countries !== null && !countries.includes(placeOf(phone))) return 'country_not_allowed'
  const over = firstOver(capsOf(app, phone), counts)
  if (over !== null) return over.scope === 'country' ? 'country_cap' : 'prefix_cap'
  const judged = isProven(states.prefix, app) ? scopeReasons.slice(0, 1) : scopeReasons
  const isBlocked = (scope: Range['scope']) => {
    const state = states[scope]
    if (state === undefined) return false
    if (state.blockedUntil !== null) return state.blockedUntil > now
    // On trial nothing more goes out before the first were verified.
    return isPumped(state, thresholdsOf(scope, app)) && (state.onTrial || isJudged(state, now))
  }
  return judged.find(([scope]) => isBlocked(scope))?.[1] ?? null
}

/** Where the PINs of an account may go: its own country, and what operators allowed beside it. */
export interface Allowance {
  readonly country: string
  readonly countries: readonly string[]
  /** The digits that allowed numbers begin with. The guard does not judge these. */
  readonly ranges: readonly string[]
}

export const isInRange = ({ ranges }: Allowance, phone: Phone) => ranges.some((range) => phone.startsWith(range))

/** Countries that share a calling code go by the main one of them, as numbers do. */
export const isCountryAllowed = ({ country, countries }: Allowance, phone: Phone) =>
  [mainCountryOf(country), ...countries].includes(placeOf(phone))

const hints: Readonly<Record<BlockReason, (phone: Phone) => string>> = {
  country_not_allowed: (phone) =>
    `PINs to ${placeOf(phone)} are not allowed: the countries of the application are on the page PINs, and an operator can allow more for the account with npx ngoma otp allow`,
  country_cap: (phone) => `too many PINs went to ${placeOf(phone)} in this hour`,
  prefix_cap: (phone) => `too many PINs went to numbers that begin with ${prefixOf(phone)} in this hour`,
  unverified: (phone) =>
    `too few of the PINs to numbers that begin with ${prefixOf(phone)} are verified; it is tried again later`,
  unverified_country: (phone) =>
    `too few of the PINs to ${placeOf(phone)} are verified, and too few to numbers that begin with ${prefixOf(phone)}; the guard tries again later`,
  unverified_account: (phone) =>
    `too few of the PINs of the account are verified, and too few to numbers that begin with ${prefixOf(phone)}; the guard tries again later`,
}

export const hintOf = (reason: BlockReason, phone: Phone) => `blocked by the fraud guard: ${hints[reason](phone)}`

/** What was blocked, for the account: a place or a prefix, never a whole number. */
export function subjectOf(reason: BlockReason, { number }: Pick<App, 'number'>, phone: Phone): string {
  if (reason === 'unverified_account') return 'all numbers'
  if (reason === 'unverified_country') return placeOf(phone)
  return `application ${number}, ${reason.startsWith('country') ? placeOf(phone) : prefixOf(phone)}`
}
