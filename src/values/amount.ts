/**
 * Formats a decimal string with thousands separators and without trailing zeros, and without conversion to a number.
 */
export function showAmount(amount: string, locale = 'en'): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount
  const digits = /\.\d*[1-9]/.test(amount) ? 2 : 0
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 20 })
  return format.format(amount as `${number}`)
}
