/** Amounts of payments as texts with two decimal places, such as 1500.50. */

/** In hundredths: 150050. */
export const minorOf = (amount: string) => amount.replace('.', '').replace(/^0+(?=\d)/, '')

/** Null when it has decimals. */
export const wholeOf = (amount: string): string | null => (amount.endsWith('.00') ? amount.slice(0, -3) : null)

/** Whether an amount in a response equals ours. It may be written as 1500, 1500.5 or 1500.500. */
export function isSameAmount(given: string, amount: string, unit: 'major' | 'minor'): boolean {
  const [, whole, decimals = ''] = /^0*(\d+)(?:\.(\d+))?$/.exec(given.trim()) ?? []
  if (whole === undefined) return false
  const written = `${whole}.${decimals.replace(/0+$/, '')}`
  const [ownWhole = '', ownDecimals = ''] = (unit === 'minor' ? `${minorOf(amount)}.` : amount).split('.')
  return written === `${ownWhole}.${ownDecimals.replace(/0+$/, '')}`
}
