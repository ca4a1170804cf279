import { type ComposedEmail, composeEmail, type EmailSource } from '../../catalogs/email.ts'
import { texts } from '../../catalogs/index.ts'
import type { Language } from '../../values/languages.ts'
import { formatMoney, type Money, showAmount } from '../../values/money.ts'

/** That the credit of an account fell below its reminder level. */
export interface Reminder {
  readonly accountName: string
  readonly language: Language
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

/** Narrow spaces between thousands become plain ones: SMS would need twice the space for them. */
const amountsOf = ({ language, currency, available, creditLevel }: Reminder) => {
  const show = (amount: Money) => `${showAmount(formatMoney(amount), language).replace(/\s/gu, ' ')} ${currency}`
  return { available: show(available), level: show(creditLevel) }
}

export function toMessage(reminder: Reminder): string {
  const { t, fill } = texts[reminder.language]
  const name = [...lineOf(reminder.accountName)]
  const account = name.length > nameInMessageMax ? `${name.slice(0, nameInMessageMax - 3).join('')}...` : name.join('')
  return fill(t.lowCreditMessage, { account, product: reminder.product, ...amountsOf(reminder) })
}

export function toEmail(reminder: Reminder, accountId: number, source: EmailSource): ComposedEmail {
  return composeEmail(
    reminder.language,
    ({ t: { emails }, fill }) => {
      const { subject, text, link, note } = emails.lowCredit
      const values = { product: reminder.product, account: lineOf(reminder.accountName) }
      const { available, level } = amountsOf(reminder)
      return {
        subject: fill(subject, values),
        text: fill(text, values),
        facts: [
          [emails.lowCredit.available, available],
          [emails.lowCredit.level, level],
        ],
        link: source.dashboard === null ? undefined : { label: link, path: `/accounts/${accountId}/credit` },
        note,
      }
    },
    source,
  )
}
