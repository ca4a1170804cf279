/** Money in units of 1/10,000 as a bigint, because sums may exceed the exact range of a number. */
export type Money = bigint & { readonly __brand: 'money' }

const DECIMALS = 4
const ONE = 10_000n
/** Limit of numeric(18, 4). */
const MONEY_MAX = 10n ** 18n

export const money = (units: bigint): Money => units as Money

export const NOTHING = money(0n)

/**
 * Parses a decimal such as `12`, `0.5` or `-3.2500`. Returns null when it is invalid, has more than four decimals or
 * exceeds the limit of the database.
 */
export function parseMoney(text: string): Money | null {
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,4}))?$/.exec(text)
  if (match === null) return null
  const [, sign, whole = '0', fraction = ''] = match
  const units = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'))
  return units < MONEY_MAX ? money(sign === '-' ? -units : units) : null
}

/** Parses a value from the database, which is always valid. */
export function getMoney(text: string): Money {
  const amount = parseMoney(text)
  if (amount === null) throw new Error(`${text} is not an amount of money`)
  return amount
}

/** Always with four decimals, as the API requires. */
export function formatMoney(amount: Money): string {
  const units = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${units / ONE}.${String(units % ONE).padStart(DECIMALS, '0')}`
}

/**
 * Formats a decimal string with thousands separators and without trailing zeros, and without conversion to a number.
 */
export function showAmount(amount: string, locale = 'en'): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount
  const digits = /\.\d*[1-9]/.test(amount) ? 2 : 0
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 20 })
  return format.format(amount as `${number}`)
}
