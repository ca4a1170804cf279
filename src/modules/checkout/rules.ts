import type { CheckoutState as State } from '../../contract/console/checkout.ts'
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

export type { CheckoutState as State } from '../../contract/console/checkout.ts'
/** What the fees of paid checkouts are taken from. */
export const feeProduct: CreditProduct = 'PAYMENTS'

export type EndState = Exclude<State, 'open'>

/** A payment as a client asks for it. */
export interface Wanted {
  readonly amount: Money
  /** As it was sent, and as the callback has it. */
  readonly amountText: string
  readonly referenceNumber: string
  readonly transactionId: string
  readonly phone: string | null
  readonly secureToken: string | null
  /** The name of the header that brought it; null for `service-secure-token`. */
  readonly tokenHeader: string | null
}

const control = /\p{Cc}/u

/** Characters are counted as people do, as far as that is possible: an emoji is one. */
const hasLength = (text: string, max: number) => text !== '' && [...text].length <= max

export const isReference = (text: string) => hasLength(text, referenceMax) && text.isWellFormed() && !control.test(text)
export const isTransactionId = (text: string) =>
  hasLength(text, transactionIdMax) && text.isWellFormed() && !control.test(text)

/**
 * It goes out as a header again: a line break in it would begin another one, and what is not ASCII arrives as something
 * else.
 */
export const isSecureToken = (text: string) => text.length <= secureTokenMax && /^[\x20-\x7e]+$/.test(text)

/** The header that brings the token: `service-secure-token`, or the first by name of the others that are not empty. */
export function findTokenHeader(headers: Readonly<Record<string, unknown>>): string | null {
  if (headers[tokenHeader]) return tokenHeader
  return (
    Object.keys(headers)
      .filter((name) => name.endsWith(tokenHeaderEnd) && headers[name])
      .toSorted()[0] ?? null
  )
}

/** Null for anything but a decimal above 0 with at most two places. */
export function parseAmount(text: string): Money | null {
  const amount = /^\d+(\.\d{1,2})?$/.test(text) ? parseMoney(text) : null
  return amount !== null && amount > 0n ? amount : null
}

/**
 * The first of its values in which a request (`other`) differs from the session that has its transaction id; null when
 * it is the same request.
 */
export function findDifference(one: Wanted, other: Wanted): string | null {
  if (one.amount !== other.amount) return 'amount'
  if (one.referenceNumber !== other.referenceNumber) return 'reference_number'
  if (one.phone !== other.phone) return 'mobile'
  if (one.secureToken !== other.secureToken)
    return (other.secureToken === null ? one : other).tokenHeader ?? tokenHeader
  return one.tokenHeader === other.tokenHeader ? null : 'name of the token header'
}

/** With two decimals and its thousands apart: what is to be paid is read by people. */
export const showAmount = (amount: Money, language: Language): string =>
  new Intl.NumberFormat(language, {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
    roundingMode: 'trunc',
  }).format(formatMoney(amount) as `${number}`)

/** As a provider gets it: the client's own text may begin with zeros. */
export const writeAmount = (amount: Money) => formatMoney(amount).slice(0, -2)

/** How long a provider may take over a payment. After that nobody waits any more, and the session ends unpaid. */
const pendingHoursMax = 24

/** How long a provider may take to answer that it was told to take the money, and when it is asked if it did not. */
export const paySecondsMax = 30
export const askUnansweredAt = (now: Date) => new Date(now.getTime() + 2 * paySecondsMax * 1_000)

/** The next question to a provider: soon at first, and then ever more rarely. */
export function nextAskAt(startedAt: Date, now: Date): Date {
  const ageMs = now.getTime() - startedAt.getTime()
  return new Date(now.getTime() + Math.min(Math.max(ageMs / 2, 2_000), 600_000))
}

export const givesUpAt = (startedAt: Date) => new Date(startedAt.getTime() + pendingHoursMax * 3_600_000)

/** What a provider knows a try by. */
export const paymentId = ({ id, tries }: { readonly id: number; readonly tries: number }) => `${id}-${tries}`

export function parsePaymentId(text: string): { readonly id: number; readonly tries: number } | null {
  const [, id, tries] = /^(\d{1,15})-(\d{1,9})$/.exec(text) ?? []
  return id === undefined || tries === undefined ? null : { id: Number(id), tries: Number(tries) }
}
