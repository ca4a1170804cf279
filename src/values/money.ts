/**
 * Money in code is a whole number of 1/10,000, as a bigint: sums of many messages outgrow what a number holds exactly.
 */
export type Money = bigint & { readonly __brand: 'money' }

const DECIMALS = 4
const ONE = 10_000n
/** What the database's numeric(18, 4) holds. */
const MONEY_MAX = 10n ** 18n

export const money = (units: bigint): Money => units as Money

export const NOTHING = money(0n)

/**
 * Reads a decimal such as `12`, `0.5` or `-3.2500`; null when it is none, has more than four decimals, or is larger
 * than the database can hold.
 */
export function parseMoney(text: string): Money | null {
  const match = /^(-?)(\d{1,14})(?:\.(\d{1,4}))?$/.exec(text)
  if (match === null) return null
  const [, sign, whole = '0', fraction = ''] = match
  const units = BigInt(whole) * ONE + BigInt(fraction.padEnd(DECIMALS, '0'))
  return units < MONEY_MAX ? money(sign === '-' ? -units : units) : null
}

/** The same for what the database wrote, which is always one. */
export function getMoney(text: string): Money {
  const amount = parseMoney(text)
  if (amount === null) throw new Error(`${text} is no amount of money`)
  return amount
}

/** Always with four decimals, as the wire has it. */
export function formatMoney(amount: Money): string {
  const units = amount < 0n ? -amount : amount
  return `${amount < 0n ? '-' : ''}${units / ONE}.${String(units % ONE).padStart(DECIMALS, '0')}`
}
