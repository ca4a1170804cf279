import { sql } from 'kysely'
import { texts } from '../../catalogs/index.ts'
import type { Context } from '../../context.ts'
import { afterCommit, columnsOf, type RowOf } from '../../engine/db/index.ts'
import { type Mail, MailError } from '../../engine/mail.ts'
import { done, type Work, type WorkRow } from '../../engine/work/index.ts'
import type { Language } from '../../values/languages.ts'
import { findLanguage } from '../accounts/index.ts'
import type { Events } from '../events/index.ts'
import type { DisabledReason } from './rules.ts'
import { endWaiting } from './store-history.ts'
import { endpointsTopic } from './tell.ts'

/** How notices get to people; members are another module's business. */
export interface NoticeWays {
  readonly events: Events
  /** Null: none is set up. */
  readonly mail: Mail | null
  listOwnerEmails(accountId: number): Promise<readonly string[]>
}

const columns = columnsOf(
  { w: 'webhook_endpoints' },
  {
    accountId: 'w.account_id',
    event: 'w.event',
    url: 'w.url',
    reason: 'w.disabled_reason',
    isRemoved: sql<boolean>`w.removed_at is not null`,
  },
).narrow<{ reason: DisabledReason | null }>()
type DisabledRow = WorkRow & RowOf<typeof columns>

/** In one statement: more at once would keep everybody else waiting. */
const stepMax = 1_000

type Failure = Exclude<DisabledReason, 'by hand'>

/**
 * Sees to endpoints that are off: what waits for them waits no more, and when they were disabled for their failures
 * their owners are told, as an event of the account, and by mail where there is one.
 */
export function noticeWork(ctx: Context, { events, mail, listOwnerEmails }: NoticeWays): Work<DisabledRow> {
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
      while ((await endWaiting(ctx.db, id, stepMax)) === stepMax);
      if (isRemoved || reason === null || reason === 'by hand') return done()
      const to = mail === null ? [] : await listOwnerEmails(accountId)
      try {
        if (mail !== null && to.length > 0)
          await mail.send({ to, ...composeEmail(row, reason, await findLanguage(ctx, accountId)) })
      } catch (error) {
        if (!(error instanceof MailError && error.permanent)) throw error
        ctx.log.warn(
          { err: error, account: accountId },
          'the owners of an account could not be told of a disabled endpoint by mail',
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

function composeEmail(
  { id, event, url }: DisabledRow,
  reason: Failure,
  language: Language,
): { readonly subject: string; readonly text: string } {
  const { t, fill } = texts[language]
  const text = reason === 'gone' ? t.emails.endpointGoneText : t.emails.endpointFailingText
  return {
    subject: fill(t.emails.endpointSubject, { host: new URL(url).host }),
    text: fill(text, { id: String(id), event, url }),
  }
}
