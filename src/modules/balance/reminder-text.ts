import { formatMoney, type Money } from '../../values/money.ts'

/** That the credit of an account fell below its level. */
export interface Reminder {
  readonly accountName: string
  readonly product: string
  readonly currency: string
  /** When it fell. */
  readonly available: Money
  readonly creditLevel: Money
}

/** Each segment is paid for, and a name may be long. */
const nameInMessageMax = 30

/** One line, also where the name has several. */
const lineOf = (text: string) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim()

export function toMessage({ accountName, product, currency, available, creditLevel }: Reminder): string {
  const name = [...lineOf(accountName)]
  const short = name.length > nameInMessageMax ? `${name.slice(0, nameInMessageMax - 3).join('')}...` : name.join('')
  return `${short}: ${product} credit is low. ${formatMoney(available)} ${currency} left, below your level of ${formatMoney(creditLevel)} ${currency}.`
}

export function toLetter({ accountName, product, currency, available, creditLevel }: Reminder): {
  readonly subject: string
  readonly text: string
} {
  const name = lineOf(accountName)
  return {
    subject: `${product} credit of ${name} is low`,
    text: [
      `The ${product} credit of the account ${name} fell below the level that was set for it.`,
      '',
      `Left:  ${formatMoney(available)} ${currency}`,
      `Level: ${formatMoney(creditLevel)} ${currency}`,
      '',
      'You get this as an owner of the account, once until there is new credit.',
      '',
    ].join('\n'),
  }
}
