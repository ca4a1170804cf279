import { type Money, parseMoney } from '../../values/money.ts'
import { parseIsoTime, parseLooseTime } from '../../values/time.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

const amountMax = parseMoney('1000000') as Money
const [yearMin, yearMax] = [1970, 9999]

/** Ignores case. */
export const parseProduct = (text: string): CreditProduct | null =>
  creditProducts.find((one) => one === text.toUpperCase()) ?? null

/** The first digits of phone numbers; empty for all. */
export const parsePrefix = (text: string): string | null => (/^\d{0,15}$/.test(text) ? text : null)

/** Zero or more. */
export function parseAmount(text: string): Money | null {
  const amount = parseMoney(text)
  return amount === null || amount < 0n || amount > amountMax ? null : amount
}

/** An ISO 8601 date or time with zone, or `yyyy-mm-dd hh:mm` in GMT, as in schedules. */
export function parseValidFrom(text: string): Date | null {
  const time = parseIsoTime(text) ?? parseLooseTime(text)
  if (time === null) return null
  const year = time.getUTCFullYear()
  return year < yearMin || year > yearMax ? null : time
}

/** The error for each invalid field. */
export const expected = {
  product: `the product is one of ${creditProducts.join(', ')}`,
  prefix: 'a prefix is 0 to 15 digits',
  amount: 'a price is 0 to 1000000, with at most 4 decimal places',
  clearAmount: 'in a file with semicolons, 1.250 can mean 1250: write 1250 or 1.2500',
  currency: 'a currency is an ISO 4217 code, such as TZS',
  validFrom:
    'valid from is a date such as 2030-01-31, a time in GMT such as 2030-01-31 08:00, or a time with a zone such as 2030-01-31T08:00Z',
  account: 'an account is given by its id',
} as const
