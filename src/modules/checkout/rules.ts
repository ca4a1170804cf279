import { randomBytes } from 'node:crypto'
import type { CheckoutState as State } from '../../contract/account/checkout.ts'
import {
  referenceMax,
  secureTokenMax,
  tokenHeader,
  tokenHeaderEnd,
  transactionIdMax,
} from '../../contract/public/checkout.ts'
import type { Language } from '../../values/languages.ts'
import { formatMoney, type Money, parseMoney } from '../../values/money.ts'
import type { CreditProduct } from '../balance/index.ts'

export type { CheckoutState as State } from '../../contract/account/checkout.ts'
/** The product that checkout fees are charged to. */
export const feeProduct: CreditProduct = 'PAYMENTS'

export type EndState = Exclude<State, 'open'>

/** A requested payment. */
export interface Wanted {
  readonly amount: Money
  /** Exactly as the client sent it; the callback repeats it. */
  readonly amountText: string
  readonly referenceNumber: string
  readonly transactionId: string
  readonly phone: string | null
  readonly secureToken: string | null
  /** The header that carried the token; null for `service-secure-token`. */
  readonly tokenHeader: string | null
}

const control = /\p{Cc}/u

/** Counts code points, so that an emoji counts once. */
const hasLength = (text: string, max: number) => text !== '' && [...text].length <= max

export const isReference = (text: string) => hasLength(text, referenceMax) && text.isWellFormed() && !control.test(text)
export const isTransactionId = (text: string) =>
  hasLength(text, transactionIdMax) && text.isWellFormed() && !control.test(text)

/**
 * The token is sent in a header again: a line break would start another header, and non-ASCII characters would be
 * garbled.
 */
export const isSecureToken = (text: string) => text.length <= secureTokenMax && /^[\x20-\x7e]+$/.test(text)

/** The header with the token: `service-secure-token`, or the first non-empty alternative by name. */
export function findTokenHeader(headers: Readonly<Record<string, unknown>>): string | null {
  if (headers[tokenHeader]) return tokenHeader
  return (
    Object.keys(headers)
      .filter((name) => name.endsWith(tokenHeaderEnd) && headers[name])
      .toSorted()[0] ?? null
  )
}

/** A decimal greater than 0 with at most two decimal places; null otherwise. */
export function parseAmount(text: string): Money | null {
  const amount = /^\d+(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null
  return amount !== null && amount > 0n ? amount : null
}

/**
 * The first field in which a request (`other`) differs from the session with its transaction id; null when it is
 * identical.
 */
export function findDifference(one: Wanted, other: Wanted): string | null {
  if (one.amount !== other.amount) return 'amount'
  if (one.referenceNumber !== other.referenceNumber) return 'reference_number'
  if (one.phone !== other.phone) return 'mobile'
  if (one.secureToken !== other.secureToken)
    return (other.secureToken === null ? one : other).tokenHeader ?? tokenHeader
  return one.tokenHeader === other.tokenHeader ? null : 'name of the token header'
}

/** With two decimal places and thousands separators, for people. */
export const showAmount = (amount: Money, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  }).format(formatMoney(amount) as `${number}`)

/** The amount for a provider: the text of the client may start with zeros. */
export const writeAmount = (amount: Money) => formatMoney(amount).slice(0, -2)

/** Everyone with the address of a page can have any phone prompted. */
export const triesMax = 20

/** A provider answers within this time, and is asked when it did not. */
const paySecondsMax = 30
export const askUnansweredAt = (now: Date) => new Date(now.getTime() + 2 * paySecondsMax * 1_000)

const hourMs = 3_600_000

/** The time of the next question to a provider: soon at first, then less and less often. */
export function nextAskAt(startedAt: Date, now: Date, askAfterMs: number): Date {
  const ageMs = now.getTime() - startedAt.getTime()
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 2, askAfterMs), 6 * hourMs))
}

/**
 * Whether operators should see a payment without a result: soon when the provider does not say how it went, later when
 * it says that the payment is still pending.
 */
export const isUnknown = (startedAt: Date, now: Date, saysPending: boolean): boolean =>
  now.getTime() - startedAt.getTime() >= (saysPending ? 24 : 1) * hourMs

/** Before this, nobody but the provider can know the result of a payment. */
export const isFresh = (startedAt: Date, now: Date) => now.getTime() - startedAt.getTime() < hourMs / 6

/** After two weeks, providers are no longer asked. An operator ends the payment. */
export const isHopeless = (startedAt: Date, now: Date) => now.getTime() - startedAt.getTime() >= 14 * 24 * hourMs

/** 32 digits and letters, without I, L, O and U. */
const idSigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** 60 random bits in 12 characters: M-Pesa accepts no longer account number. */
export const makePaymentId = () => Array.from(randomBytes(12), (byte) => idSigns[byte % idSigns.length]).join('')

/** Null for a text that is no id of ours. */
export function parsePaymentId(text: string): string | null {
  const id = text.trim().toUpperCase()
  return /^[0-9A-HJKMNP-TV-Z]{12}$/.test(id) ? id : null
}
