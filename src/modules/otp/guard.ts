import type { Context } from '../../context.ts'
import type { GuardMode } from '../../contract/account/otp.ts'
import { callingCodeOf, countryOf, mainCountryOf } from '../../values/countries.ts'
import type { Phone } from '../../values/phone.ts'
import type { App } from './store-apps.ts'

/**
 * The fraud guard. Fraudsters earn money by requesting PINs for numbers that they rent and never verify. Such numbers
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

/** The operator's limits for all applications. */
export type AppLimits = Pick<Context['config'], 'staging' | 'pinGuard' | 'pinsPerNumber' | 'pinLifeSeconds'>

const weakestFirst: readonly GuardMode[] = ['off', 'alert', 'block']

/** The settings with which an application really works. Stored settings may exceed the limits of the operator. */
export const withinLimits = (app: App, { staging, pinGuard, pinsPerNumber, pinLifeSeconds }: AppLimits): App =>
  staging
    ? app
    : {
        ...app,
        guard: weakestFirst.findLast((mode) => mode === app.guard || mode === pinGuard) ?? app.guard,
        numberHourMax: Math.min(app.numberHourMax, pinsPerNumber),
        lifeSeconds: Math.min(app.lifeSeconds, pinLifeSeconds),
      }

/** A counter with a maximum for each hour. */
export interface Cap {
  readonly scope: 'number' | 'application' | 'account' | 'country' | 'prefix'
  readonly subject: string
  readonly max: number
}

/**
 * Numbers are assigned and rented in blocks of ten thousand: a shorter prefix would punish neighbours, a longer one
 * could be evaded.
 */
const rangeDigits = 4
export const prefixOf = (phone: Phone) => phone.slice(0, -rangeDigits)

/** A calling code without a country stands for itself. */
const placeOf = (phone: Phone) => countryOf(callingCodeOf(phone)) ?? `+${callingCodeOf(phone)}`

/** The limits that always apply. */
export const limitsOf = ({ number, numberHourMax, appHourMax }: App, phone: Phone, accountHourMax: number): Cap[] => [
  { scope: 'number', subject: phone, max: numberHourMax },
  { scope: 'application', subject: String(number), max: appHourMax },
  { scope: 'account', subject: '', max: accountHourMax },
]

/** The additional counters of the guard. */
export const capsOf = ({ number, guard, countryHourMax, prefixHourMax }: App, phone: Phone): Cap[] =>
  guard === 'off'
    ? []
    : [
        { scope: 'country', subject: `${number} ${placeOf(phone)}`, max: countryHourMax },
        { scope: 'prefix', subject: `${number} ${prefixOf(phone)}`, max: prefixHourMax },
      ]

/** The requests of each scope in this hour. */
export type Counts = Readonly<Partial<Record<Cap['scope'], number>>>

export const firstOver = (caps: readonly Cap[], counts: Counts): Cap | null =>
  caps.find(({ scope, max }) => (counts[scope] ?? 0) >= max) ?? null

/** Numbers that are assessed together by their share of verified PINs. */
export interface Range {
  readonly scope: 'prefix' | 'country' | 'account'
  /** 0 means all applications of the account. */
  readonly app: number
  readonly key: string
}

export const wideApp = 0
const anywhere = '*'

/**
 * The ranges of a phone number. PINs spread over many prefixes are detected in the wide ranges, which all blocking
 * applications share.
 */
export function rangesOf({ number, guard }: Pick<App, 'number' | 'guard'>, phone: Phone): readonly Range[] {
  if (guard === 'off') return []
  return [...(guard === 'block' ? wideRangesOf(phone) : []), { scope: 'prefix', app: number, key: prefixOf(phone) }]
}

export const wideRangesOf = (phone: Phone): readonly Range[] => [
  { scope: 'account', app: wideApp, key: anywhere },
  { scope: 'country', app: wideApp, key: placeOf(phone) },
]

/** Facts about a range for the guard. `isBlocked` is decided by the database, which counts concurrent requests. */
export interface RangeState {
  readonly requests: number
  readonly verified: number
  readonly isBlocked: boolean
}

export type RangeStates = Readonly<Partial<Record<Range['scope'], RangeState>>>

/** After a block ends, so many requests are allowed as a trial, before the range is assessed again. */
export const trialSample = 5

export interface Thresholds {
  readonly guardSample: number
  readonly verifiedPercentMin: number
  readonly blockMinutes: number
}

/** Wide ranges belong to no application. Their thresholds are higher, because they include honest users. */
const wideThresholds: Thresholds = { guardSample: 120, verifiedPercentMin: 10, blockMinutes: 60 }

export const thresholdsOf = (scope: Range['scope'], app: Thresholds): Thresholds =>
  scope === 'prefix' ? app : wideThresholds

const isVerified = ({ requests, verified }: RangeState, { verifiedPercentMin }: Thresholds) =>
  verified * 100 >= verifiedPercentMin * requests

/**
 * A prefix with enough verified PINs is served even while a wide range is blocked. An application cannot lower the share
 * below that of wide ranges.
 */
export const isProven = (prefix: RangeState | undefined, app: Thresholds) =>
  prefix !== undefined && prefix.verified > 0 && isVerified(prefix, app) && isVerified(prefix, wideThresholds)

/** The time to type the first PINs of a wide range, whatever the lifetime of the application. */
const typingSecondsMax = 300
export const guardedFrom = ({ lifeSeconds }: Pick<App, 'lifeSeconds'>, now: Date) =>
  new Date(now.getTime() + Math.min(lifeSeconds, typingSecondsMax) * 1_000)

const scopeReasons: readonly (readonly [Range['scope'], BlockReason])[] = [
  ['prefix', 'unverified'],
  ['country', 'unverified_country'],
  ['account', 'unverified_account'],
]

export const scopeOf = (reason: BlockReason): Range['scope'] | null =>
  scopeReasons.find(([, one]) => one === reason)?.[0] ?? null

/** The reason to refuse a request, or null. */
export function findBlockReason(app: App, phone: Phone, counts: Counts, states: RangeStates): BlockReason | null {
  const { guard, countries } = app
  if (guard === 'off') return null
  if (countries !== null && !countries.includes(placeOf(phone))) return 'country_not_allowed'
  const over = firstOver(capsOf(app, phone), counts)
  if (over !== null) return over.scope === 'country' ? 'country_cap' : 'prefix_cap'
  const guarded = isProven(states.prefix, app) ? scopeReasons.slice(0, 1) : scopeReasons
  return guarded.find(([scope]) => states[scope]?.isBlocked)?.[1] ?? null
}

/** The allowed destinations of an account: its own country, and the countries and ranges that operators added. */
export interface Allowance {
  readonly country: string
  readonly countries: readonly string[]
  /** Prefixes of allowed numbers. The guard does not check them. */
  readonly ranges: readonly string[]
}

export const isInRange = ({ ranges }: Allowance, phone: Phone) => ranges.some((range) => phone.startsWith(range))

/** Countries that share a calling code are represented by the main one, as in phone numbers. */
export const isCountryAllowed = ({ country, countries }: Allowance, phone: Phone) =>
  [mainCountryOf(country), ...countries].includes(placeOf(phone))

const hints: Readonly<Record<BlockReason, (phone: Phone) => string>> = {
  country_not_allowed: (phone) =>
    `PINs to ${placeOf(phone)} are not allowed: check the countries of the application on the PINs page, or ask an operator to allow more for the account with npx ngoma otp-allowance show`,
  country_cap: (phone) => `too many PINs were sent to ${placeOf(phone)} this hour`,
  prefix_cap: (phone) => `too many PINs were sent to numbers that start with ${prefixOf(phone)} this hour`,
  unverified: (phone) =>
    `too few of the PINs to numbers that start with ${prefixOf(phone)} are verified; try again later`,
  unverified_country: (phone) =>
    `too few of the PINs to ${placeOf(phone)} are verified, and too few to numbers that start with ${prefixOf(phone)}; try again later`,
  unverified_account: (phone) =>
    `too few of the PINs of the account are verified, and too few to numbers that start with ${prefixOf(phone)}; try again later`,
}

export const hintOf = (reason: BlockReason, phone: Phone) => `blocked by the fraud guard: ${hints[reason](phone)}`

/** The blocked range, shown to the account: a country or a prefix, never a complete number. */
export function subjectOf(reason: BlockReason, { number }: Pick<App, 'number'>, phone: Phone): string {
  if (reason === 'unverified_account') return 'all numbers'
  if (reason === 'unverified_country') return placeOf(phone)
  return `application ${number}, ${reason.startsWith('country') ? placeOf(phone) : prefixOf(phone)}`
}
