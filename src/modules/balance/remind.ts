import { type ComposedEmail, composeEmail, type EmailSource } from '../../catalogs/email.ts'
import { texts } from '../../catalogs/index.ts'
import type { Context } from '../../context.ts'
import { afterCommit, columnsOf, type RowOf, run } from '../../engine/db/index.ts'
import { type Mail, MailError } from '../../engine/mail.ts'
import { done, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { Language } from '../../values/languages.ts'
import { formatMoney, getMoney, type Money, showAmount } from '../../values/money.ts'
import type { Events } from '../events/index.ts'

/** Channels for reminders. Members and messages belong to other modules, so their functions are passed in. */
export interface Ways {
  readonly events: Events
  /** Null when email is not configured. */
  readonly mail: Mail | null
  /** The origin of the dashboard; null when unknown. */
  readonly dashboard: string | null
  listOwnerEmails(accountId: number): Promise<readonly string[]>
  /** Sends once for each name. Null when accepted; otherwise the reason for a permanent refusal. */
  sendMessage(message: {
    readonly accountId: number
    readonly phone: string
    readonly text: string
    readonly name: string
  }): Promise<string | null>
}

const columns = columnsOf({ w: 'balance_reminders' }, 'w.account_id, w.product, w.channel')
type ReminderRow = WorkRow & RowOf<typeof columns>

/**
 * Reminds accounts of low credit. A failed reminder leaves an event. After a crash, an email may be sent twice; a
 * message is not, because it has a name.
 */
export function remindWork(ctx: Context, ways: Ways): Work<ReminderRow> {
  const note = ({ accountId, product }: ReminderRow, why: string) =>
    ways.events.note(accountId, 'balance.reminder_failed', product, why)
  return {
    name: 'remind of low credit',
    table: 'balance_reminders',
    columns,
    key: 'account_id',
    concurrency: 4,
    concurrencyPerKey: 1,
    // Within a day, because later reminders are pointless and the name of a message is deleted.
    retryAfterSeconds: [60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800],
    finished: 'delete',
    async run(row) {
      const reminder = await findWantedReminder(ctx, row.id)
      if (reminder === null) return done()
      const { accountId, channel, id } = row
      const why =
        channel === 'email'
          ? await sendEmail(ways, accountId, reminder, ctx.config.mailFrom)
          : await ways.sendMessage({
              accountId,
              phone: reminder.phone,
              text: toMessage(reminder),
              name: `low credit ${id}`,
            })
      if (why === null) return done()
      ctx.log.warn(
        { account: accountId, product: row.product, channel, why },
        'failed to remind an account of low credit',
      )
      return done(async (tx) => afterCommit(tx, () => note(row, why)))
    },
    async giveUp(tx, row) {
      afterCommit(tx, () => note(row, `${row.channel}_failed`))
    },
  }
}

/** Owners of an account know each other, so one email goes to all. */
async function sendEmail(
  { mail, dashboard, listOwnerEmails }: Ways,
  accountId: number,
  reminder: Reminder,
  mailFrom: string,
): Promise<string | null> {
  if (mail === null) return 'email_not_set_up'
  const to = await listOwnerEmails(accountId)
  if (to.length === 0) return 'no_owner'
  try {
    await mail.send({ to, ...toEmail(reminder, accountId, { mailFrom, dashboard }) })
    return null
  } catch (error) {
    if (error instanceof MailError && error.permanent) return 'email_refused'
    throw error
  }
}

const reminderColumns = columnsOf(
  { r: 'balance_reminders', b: 'balances', a: 'accounts' },
  `a.name as accountName, a.language, r.product, r.currency, r.available, r.credit_level,
   b.reminder_phone as phone`,
)

interface WantedReminder extends Reminder {
  /** Empty when missing. */
  readonly phone: string
}

/** Null when the reminder is obsolete: the account has new credit, or reminders are off. */
async function findWantedReminder(
  { db, config }: Pick<Context, 'db' | 'config'>,
  id: number,
): Promise<WantedReminder | null> {
  const row = await run.first<RowOf<typeof reminderColumns>>(db)`
    select ${reminderColumns}
      from balance_reminders r
      join balances b on b.account_id = r.account_id and b.product = r.product and b.currency = r.currency and b.low_since = r.created_at
      join accounts a on a.id = r.account_id
     where r.id = ${id}
       and case r.channel when 'sms' then b.sms_reminder and b.reminder_phone <> '' else b.email_reminder end
  `
  if (row === null) return null
  const { available, creditLevel, language } = row
  return {
    ...row,
    language: language ?? config.language,
    available: getMoney(available),
    creditLevel: getMoney(creditLevel),
  }
}

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

/** Joins a name of several lines into one. */
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
