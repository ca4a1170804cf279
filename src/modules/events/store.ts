import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type RowOf, run, selectPage } from '../../engine/db/index.ts'
import { likeAnywhere, type PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'

const columns = columnsOf('account_events', 'id, reason, count, first_at, last_at', {
  /** The module and the event, such as `sms.sender_refused`. */
  kind: 'kind',
  /** The name of the affected object; empty without one. */
  subject: 'subject',
})

export type AccountEvent = RowOf<typeof columns>

/** An event of an account, with its count since the last write. */
export interface NewEvent extends Omit<AccountEvent, 'id'> {
  readonly accountId: number
}

/** An account keeps at most this many different events. New ones are dropped until old ones expire. */
const rowsMax = 1_000

/**
 * Adds counts to existing events and inserts new ones. Rows are locked in a fixed order, so two processes cannot
 * deadlock. Each process counts the rows of an account on its own, so an account may end up with slightly more than the
 * limit.
 */
export async function addEvents(db: Queryable, events: readonly NewEvent[]): Promise<void> {
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

/** Latest first. */
export const listEvents = (db: Queryable, accountId: number, place: Place): Promise<PageOf<AccountEvent>> =>
  selectPage(db, place, {
    columns,
    from: sql`account_events where account_id = ${accountId}`,
    order: [
      [sql`last_at`, 'desc'],
      [sql`id`, 'desc'],
    ],
  })

/** Events that contain the text, latest first. An account has few, so they are read one by one. */
export const findEvents = (db: Queryable, accountId: number, text: string, limit: number) => run.all<AccountEvent>(db)`
    select ${columns}
      from account_events
     where account_id = ${accountId}
       and lower(concat_ws(' ', subject, kind, reason) collate "C") like ${likeAnywhere(text)}
     order by last_at desc, id desc
     limit ${limit}
  `

/** A text that changes with every event of the account. */
export const eventsMark = (accountId: RawBuilder<unknown>) => sql`(
  select concat_ws(' ', last_at, id, count) from account_events where account_id = ${accountId} order by last_at desc limit 1
)`
