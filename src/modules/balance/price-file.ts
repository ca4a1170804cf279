import { nameOfColumn } from '../../values/csv.ts'
import { parseCurrency } from '../../values/currencies.ts'
import { parseId } from '../../values/id.ts'
import { type Money, parseMoney } from '../../values/money.ts'
import { parseIsoTime, parseLooseTime } from '../../values/time.ts'
import type { Price } from './prices.ts'
import { type CreditProduct, creditProducts } from './rules.ts'

const amountMax = parseMoney('1000000') as Money
const [yearMin, yearMax] = [1970, 9999]

/** Ignores case. */
export const parseProduct = (text: string): CreditProduct | null =>
  creditProducts.find((one) => one === text.toUpperCase()) ?? null

/** The first digits of phone numbers; empty for all. */
export const parsePrefix = (text: string): string | null => (/^\d{0,15}$/.test(text) ? text : null)

/** Zero or more. */
function parseAmount(text: string): Money | null {
  const amount = parseMoney(text)
  return amount === null || amount < 0n || amount > amountMax ? null : amount
}

/** An ISO 8601 date or time with zone, or `yyyy-mm-dd hh:mm` in GMT, as in schedules. */
function parseValidFrom(text: string): Date | null {
  const time = parseIsoTime(text) ?? parseLooseTime(text)
  if (time === null) return null
  const year = time.getUTCFullYear()
  return year < yearMin || year > yearMax ? null : time
}

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

/** The text fields of a price; empty when missing. */
export interface PriceText {
  readonly product: string
  readonly prefix: string
  readonly amount: string
  readonly account: string
  readonly currency: string
  readonly validFrom: string
}

export interface PriceRequest extends Omit<Price, 'currency' | 'validFrom'> {
  /** Null means the currency of the account. */
  readonly currency: string | null
  /** Null means now. */
  readonly validFrom: Date | null
}

/**
 * Returns the price or an error. The error is sent in a header, so it must not repeat the input. Where semicolons stand
 * between cells, a point often separates thousands.
 */
export function readPrice(text: PriceText, delimiter = ','): PriceRequest | string {
  const product = parseProduct(text.product)
  if (product === null) return expected.product
  const prefix = parsePrefix(text.prefix)
  if (prefix === null) return expected.prefix
  if (delimiter === ';' && /^[1-9]\d{0,2}\.\d{3}$/.test(text.amount)) return expected.clearAmount
  const amount = parseAmount(text.amount)
  if (amount === null) return expected.amount
  const accountId = text.account === '' ? null : parseId(text.account)
  if (accountId === null && text.account !== '') return expected.account
  const currency = text.currency === '' ? null : parseCurrency(text.currency)
  if (currency === null && text.currency !== '') return expected.currency
  const validFrom = text.validFrom === '' ? null : parseValidFrom(text.validFrom)
  if (validFrom === null && text.validFrom !== '') return expected.validFrom
  return { product, prefix, amount, accountId, currency, validFrom }
}

export interface PriceDefaults {
  /** By account. */
  readonly currencies: ReadonlyMap<number, string>
  readonly currency: string
  readonly now: Date
}

/** Returns the complete price or an error. A price in another currency than the account's would never apply. */
export function completePrice(
  { accountId, currency, validFrom, ...request }: PriceRequest,
  defaults: PriceDefaults,
): Price | string {
  const own = accountId === null ? null : (defaults.currencies.get(accountId) ?? '')
  if (own === '') return `account ${accountId} does not exist`
  if (own !== null && currency !== null && currency !== own) return `account ${accountId} pays in ${own}`
  return { ...request, accountId, currency: currency ?? own ?? defaults.currency, validFrom: validFrom ?? defaults.now }
}

type Field = keyof PriceText

/** Accepted column names, normalized by `nameOfColumn`. */
const spellings: Readonly<Record<Field, readonly string[]>> = {
  product: ['product', 'app', 'appname', 'service'],
  prefix: ['prefix', 'code', 'dialcode', 'callingcode', 'countrycode', 'destination', 'numberprefix'],
  amount: ['price', 'amount', 'rate', 'cost', 'unitprice'],
  account: ['account', 'accountid', 'customer', 'customerid'],
  currency: ['currency', 'currencycode'],
  validFrom: ['validfrom', 'from', 'startdate', 'effective', 'effectivefrom', 'effectivedate'],
}

const fields = Object.keys(spellings) as Field[]
const required = ['product', 'prefix', 'amount'] as const

/** The index of each field in a row; -1 when it is missing. If several columns match a field, the first counts. */
export type PriceColumns = Readonly<Record<Field, number>>

export function findColumns(header: readonly string[]): PriceColumns {
  const names = header.map(nameOfColumn)
  return Object.fromEntries(
    fields.map((field) => [field, names.findIndex((name) => spellings[field].includes(name))]),
  ) as Record<Field, number>
}

/** The first required column that is missing. */
export const findMissingColumn = (columns: PriceColumns): string | null => {
  const missing = required.find((field) => columns[field] === -1)
  return missing === undefined ? null : { product: 'Product', prefix: 'Prefix', amount: 'Price' }[missing]
}

export function pickPrice(record: readonly string[], columns: PriceColumns): PriceText {
  const cell = (field: Field) => record[columns[field]]?.trim() ?? ''
  return {
    product: cell('product'),
    prefix: cell('prefix'),
    amount: cell('amount'),
    account: cell('account'),
    currency: cell('currency'),
    validFrom: cell('validFrom'),
  }
}

/** An invalid row; the first row after the header is 1. */
export interface BadRow {
  readonly row: number
  readonly reason: string
}

const badRowsMax = 100

/** Collects the first invalid rows and counts all of them. */
export function collectBadRows() {
  const first: BadRow[] = []
  let count = 0
  return {
    add(row: number, reason: string): void {
      count += 1
      if (first.length < badRowsMax) first.push({ row, reason })
    },
    count: () => count,
    /** Merged with the errors of another pass over the same rows. */
    firstWith: (others: readonly BadRow[]) => [...first, ...others].sort((a, b) => a.row - b.row).slice(0, badRowsMax),
  }
}
