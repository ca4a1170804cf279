import { type Money, parseMoney } from '../../values/money.ts'
import { parseIsoTime, parseLooseTime } from '../../values/time.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

const amountMax = parseMoney('1000000') as Money
const [yearMin, yearMax] = [1970, 9999]

/** In capitals or not. */
export const parseProduct = (text: string): CreditProduct | null =>
  creditProducts.find((one) => one === text.toUpperCase()) ?? null

/** The beginning of numbers; empty for all. */
export const parsePrefix = (text: string): string | null => (/^\d{0,15}$/.test(text) ? text : null)

/** What somebody can be asked to pay for one of something: nothing at the least. */
export function parseAmount(text: string): Money | null {
  const amount = parseMoney(text)
  return amount === null || amount < 0n || amount > amountMax ? null : amount
}

/** ISO 8601, a day or a time with a zone; or `yyyy-mm-dd hh:mm`, GMT, as schedules have it. */
export function parseValidFrom(text: string): Date | null {
  const time = parseIsoTime(text) ?? parseLooseTime(text)
  if (time === null) return null
  const year = time.getUTCFullYear()
  return year < yearMin || year > yearMax ? null : time
}

/** What each of them has to be, for whoever wrote something else. */
export const expected = {
  product: `the product is one of ${creditProducts.join(', ')}`,
  prefix: 'a prefix is 0 to 15 digits',
  amount: 'a price is 0 to 1000000, with at most 4 decimals',
  currency: 'a currency is its ISO 4217 code, such as TZS',
  validFrom: 'valid from is a day such as 2030-01-31, or a time such as 2030-01-31 08:00, GMT, or 2030-01-31T08:00Z',
  account: 'an account is its id',
} as const
