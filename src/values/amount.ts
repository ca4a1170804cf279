/** A decimal string for people: thousands apart, no needless zeros. Never through a floating number. */
export function showAmount(amount: string): string {
  const [, sign = '', whole = '', cents = ''] = /^(-?)(\d+)(?:\.(\d+))?$/.exec(amount) ?? []
  if (whole === '') return amount
  const kept = cents.replace(/0+$/, '')
  return `${sign}${whole.replace(/\B(?=(\d{3})+$)/g, ',')}${kept === '' ? '' : `.${kept.padEnd(2, '0')}`}`
}
