import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, selectPage } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'

const columns = columnsOf('account_events', {
  id: 'id',
  /** A module and what happened, such as `sms.sender_refused`. */
  kind: 'kind',
  /** What it happened to; empty when that has no name. */
  subject: 'subject',
  /** Which case of it. */
  reason: 'reason',
  count: 'count',
  firstAt: 'first_at',
  lastAt: 'last_at',
})

export type AccountEvent = RowOf<typeof columns>

/** Something that happened to an account, and how often since it was last written. */
export interface Happened extends Omit<AccountEvent, 'id'> {
  readonly accountId: number
}

/** More different ones an account does not keep: what comes new then is dropped, until old ones are forgotten. */
const rowsMax = 1_000

/**
 * Adds to what is known. Rows are locked in one order, so that two processes can't wait for each other; each of them
 * counts an account's rows for itself, so that a few more than the most may stay.
 */
export async function addEvents(db: Queryable, events: readonly Happened[]): Promise<void> {
  await sql`
    insert into account_events as e (account_id, kind, subject, reason, count, first_at, last_at)
    select account_id, kind, subject, reason, count, first_at, last_at
      from (
        select v.*, k.id is not null as known, coalesce(a.kept, 0) as kept,
               row_number() over (partition by v.account_id, k.id is null order by v.kind, v.subject, v.reason) as place
          from unnest(${events.map(({ accountId }) => accountId)}::bigint[], ${events.map(({ kind }) => kind)}::text[],
                      ${events.map(({ subject }) => subject)}::text[], ${events.map(({ reason }) => reason)}::text[],
                      ${events.map(({ count }) => count)}::bigint[], ${events.map(({ firstAt }) => firstAt)}::timestamptz[],
                      ${events.map(({ lastAt }) => lastAt)}::timestamptz[])
            as v(account_id, kind, subject, reason, count, first_at, last_at)
          left join account_events k
            on k.account_id = v.account_id and k.kind = v.kind and k.subject = v.subject and k.reason = v.reason
          left join (
            select account_id, count(*) as kept
              from account_events
             where account_id = any(${[...new Set(events.map(({ accountId }) => accountId))]}::bigint[])
             group by account_id
          ) as a on a.account_id = v.account_id
      ) as found
     where known
        or kept + place <= ${rowsMax}
     order by account_id, kind, subject, reason
        on conflict (account_id, kind, subject, reason) do update
       set count = e.count + excluded.count, first_at = least(e.first_at, excluded.first_at), last_at = greatest(e.last_at, excluded.last_at)
  `.execute(db)
}

/** The latest first. */
export function listEvents(db: Queryable, accountId: number, page: PageQuestion): Promise<PageOf<AccountEvent>> {
  return selectPage(db, page, {
    columns,
    from: sql`account_events where account_id = ${accountId}`,
    order: [
      [sql`last_at`, 'desc'],
      [sql`id`, 'desc'],
    ],
  })
}

export async function deleteOldEvents(db: Queryable, before: Date): Promise<void> {
  await sql`delete from account_events where last_at < ${before}`.execute(db)
}

/** Another text after every event of an account. */
export const eventsMark = (accountId: RawBuilder<unknown>) => sql`(
  select concat_ws(' ', last_at, id, count) from account_events where account_id = ${accountId} order by last_at desc limit 1
)`
