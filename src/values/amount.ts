/** A decimal string for people: thousands apart, no needless zeros. Never through a floating number. */
export function showAmount(amount: string, locale = 'en'): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount
  const digits = /\.\d*[1-9]/.test(amount) ? 2 : 0
  const format = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: 20 })
  return format.format(amount as `${number}`)
}
