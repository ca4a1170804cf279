import { sql } from 'kysely'
import { type ComposedEmail, composeEmail, type EmailSource } from '../../catalogs/email.ts'
import type { Context } from '../../context.ts'
import { afterCommit, columnsOf, type RowOf } from '../../engine/db/index.ts'
import { type Mail, MailError } from '../../engine/mail.ts'
import { done, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { Language } from '../../values/languages.ts'
import { findLanguage } from '../accounts/index.ts'
import type { Events } from '../events/index.ts'
import { endpointsTopic } from './publish.ts'
import type { DisabledReason } from './rules.ts'
import { dropPending } from './store-history.ts'

/** Channels for notices to people. Members belong to another module. */
export interface NoticeWays {
  readonly events: Events
  /** Null when email is not configured. */
  readonly mail: Mail | null
  /** The origin of the dashboard; null when unknown. */
  readonly dashboard: string | null
  listOwnerEmails(accountId: number): Promise<readonly string[]>
}

const columns = columnsOf({ w: 'webhook_endpoints' }, 'w.account_id, w.event, w.url, w.disabled_reason as reason', {
  isRemoved: sql<boolean>`w.removed_at is not null`,
}).narrow<{ reason: DisabledReason | null }>()
type DisabledRow = WorkRow & RowOf<typeof columns>

/** Rows in one statement. A larger statement would block others. */
const stepMax = 1_000

type Failure = Exclude<DisabledReason, 'by hand'>

/**
 * Handles disabled endpoints: drops their pending events and, if they were disabled because of failures, notifies the
 * owners with an event of the account and by email.
 */
export function noticeWork(ctx: Context, { events, mail, dashboard, listOwnerEmails }: NoticeWays): Work<DisabledRow> {
  const source = { mailFrom: ctx.config.mailFrom, dashboard }
  return {
    name: 'see to endpoints that are off',
    table: endpointsTopic,
    columns,
    key: 'account_id',
    concurrency: 4,
    concurrencyPerKey: 1,
    retryAfterSeconds: [60, 300, 1_800, 7_200, 28_800],
    finished: 'keep',
    async run(row) {
      const { id, accountId, reason, isRemoved } = row
      if (reason === null && !isRemoved) return done()
      while ((await dropPending(ctx.db, id, stepMax)) === stepMax);
      if (isRemoved || reason === null || reason === 'by hand') return done()
      const to = mail === null ? [] : await listOwnerEmails(accountId)
      try {
        if (mail !== null && to.length > 0)
          await mail.send({ to, ...disabledEmail(row, reason, await findLanguage(ctx, accountId), source) })
      } catch (error) {
        if (!(error instanceof MailError && error.permanent)) throw error
        ctx.log.warn(
          { err: error, account: accountId },
          'failed to email the owners of an account about a disabled endpoint',
        )
      }
      return done(async (tx) => afterCommit(tx, () => noteOf(row, reason)))
    },
    async giveUp(tx, row) {
      afterCommit(tx, () => noteOf(row, row.reason ?? 'failing'))
    },
  }

  function noteOf({ accountId, event, id }: DisabledRow, reason: string) {
    events.note(accountId, 'webhooks.disabled', `${event} ${id}`, reason)
  }
}

export function disabledEmail(
  { id, accountId, event, url }: Pick<DisabledRow, 'id' | 'accountId' | 'event' | 'url'>,
  reason: Failure,
  language: Language,
  source: EmailSource,
): ComposedEmail {
  return composeEmail(
    language,
    ({ t: { emails }, fill }) => {
      const { subject, gone, failing, link, note } = emails.endpoint
      return {
        subject: fill(subject, { host: new URL(url).host }),
        text: fill(reason === 'gone' ? gone : failing, { id: String(id), event }),
        facts: [[emails.endpoint.url, url]],
        link: source.dashboard === null ? undefined : { label: link, path: `/accounts/${accountId}/webhooks` },
        note,
      }
    },
    source,
  )
}
