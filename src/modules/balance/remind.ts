import type { Context } from '../../context.ts'
import { afterCommit, columnsOf, type RowOf } from '../../engine/db/index.ts'
import { type Mail, MailError } from '../../engine/mail.ts'
import { done, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { Events } from '../events/index.ts'
import { type Reminder, toEmail, toMessage } from './reminder-text.ts'
import { findWantedReminder } from './store-reminders.ts'

/** How reminders get to people. Members and messages are other modules' business, so they are handed over. */
export interface Ways {
  readonly events: Events
  /** Null: none is set up. */
  readonly mail: Mail | null
  listOwnerEmails(accountId: number): Promise<readonly string[]>
  /** Null when it was taken, once for each name; otherwise in a word why it never will be. */
  sendMessage(message: {
    readonly accountId: number
    readonly phone: string
    readonly text: string
    readonly name: string
  }): Promise<string | null>
}

const columns = columnsOf(
  { w: 'balance_reminders' },
  { accountId: 'w.account_id', product: 'w.product', channel: 'w.channel' },
)
type ReminderRow = WorkRow & RowOf<typeof columns>

/**
 * Tells accounts that their credit is low. What can't be told leaves an event. After a crash between the two, an e-mail
 * may go out a second time; a message does not, because it has a name.
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
    // Within a day, after which nobody needs to be told any more, and the name of a message is forgotten.
    retryAfterSeconds: [60, 300, 900, 1_800, 3_600, 7_200, 14_400, 28_800],
    finished: 'delete',
    async run(row) {
      const reminder = await findWantedReminder(ctx, row.id)
      if (reminder === null) return done()
      const { accountId, channel, id } = row
      const why =
        channel === 'email'
          ? await sendEmail(ways, accountId, reminder)
          : await ways.sendMessage({
              accountId,
              phone: reminder.phone,
              text: toMessage(reminder),
              name: `low credit ${id}`,
            })
      if (why === null) return done()
      ctx.log.warn(
        { account: accountId, product: row.product, channel, why },
        'an account could not be told that its credit is low',
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
  { mail, listOwnerEmails }: Ways,
  accountId: number,
  reminder: Reminder,
): Promise<string | null> {
  if (mail === null) return 'email_not_set_up'
  const to = await listOwnerEmails(accountId)
  if (to.length === 0) return 'no_owner'
  try {
    await mail.send({ to, ...toEmail(reminder) })
    return null
  } catch (error) {
    if (error instanceof MailError && error.permanent) return 'email_refused'
    throw error
  }
}
