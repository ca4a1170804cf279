import { type RawBuilder, sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, run } from '../../engine/db/index.ts'
import { addHours } from '../sms/index.ts'
import type { ColumnGroup, GroupSums, Hours, ReportFilter, Sums } from './model.ts'
import { addUp, noMessages } from './rules.ts'

/** SQL of reports. `sms` counts the messages in `sms_hours`; the rows of an account and a time are few. */

const columns: Readonly<Record<ColumnGroup, RawBuilder<unknown>>> = {
  hour: sql`h.hour`,
  carrier: sql`h.carrier`,
  country: sql`h.country`,
  sender: sql`h.sender`,
  campaign: sql`h.campaign_id`,
  reason: sql`h.reason`,
  account: sql`h.account_id`,
}

const keyOf = (by: ColumnGroup) =>
  by === 'hour'
    ? sql<string>`to_char(h.hour at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS".000Z"')`
    : sql<string>`${columns[by]}::text`

/**
 * The figures of messages. A row with a reason has its failed messages; those that were sent, and their price, are
 * usually counted in the row without a reason.
 */
const sumsOf = (ofReasons: boolean) =>
  columnsOf(
    { h: 'sms_hours' },
    {
      sent: ofReasons ? sql<number>`sum(h.failed - h.unsent)::bigint` : sql<number>`sum(h.sent)::bigint`,
      unsent: sql<number>`sum(h.unsent)::bigint`,
      delivered: ofReasons ? sql<number>`0` : sql<number>`sum(h.delivered)::bigint`,
      failed: sql<number>`sum(h.failed)::bigint`,
      spent: ofReasons ? sql<string>`sum(h.failed_spent)` : sql<string>`sum(h.spent)`,
      deliverySeconds: sql<number>`sum(h.delivery_seconds)::bigint`,
      timed: sql<number>`sum(h.timed)::bigint`,
    },
  )

const isIn = (
  { accountId, from, until, carrier, country, sender, campaign, reason }: ReportFilter,
  ofReasons: boolean,
) => {
  const equals = (column: RawBuilder<unknown>, value: unknown) => (value === null ? [] : [sql`${column} = ${value}`])
  return sql.join(
    [
      sql`h.hour >= ${from}`,
      sql`h.hour < ${until}`,
      ...equals(columns.account, accountId),
      ...equals(columns.carrier, carrier),
      ...equals(columns.country, country),
      ...equals(columns.sender, sender),
      ...equals(columns.campaign, campaign),
      ...equals(columns.reason, reason),
      ...(ofReasons ? [sql`h.reason <> ''`] : []),
    ],
    sql` and `,
  )
}

/** Sums by group, the largest first, and their total, which also has the groups beyond the limit. */
export async function sumHours(db: Queryable, filter: ReportFilter, by: ColumnGroup, limit: number) {
  const ofReasons = by === 'reason' || filter.reason !== null
  const size = ofReasons ? sql`sum(h.failed)` : sql`sum(h.sent + h.unsent)`
  const groups = await run.all<GroupSums>(db)`
    select ${keyOf(by)} as key, ${sumsOf(ofReasons)}
      from sms_hours h
     where ${isIn(filter, ofReasons)}
     group by ${columns[by]}
     order by ${size} desc, ${columns[by]}
     limit ${limit + 1}
  `
  if (groups.length <= limit) return { groups, total: addUp(groups), hasMore: false }
  const total = await run.first<Sums>(db)`
    select ${sumsOf(ofReasons)} from sms_hours h where ${isIn(filter, ofReasons)}
  `
  return { groups: groups.slice(0, limit), total: total ?? noMessages, hasMore: true }
}

/** The sums of some accounts since an hour. Accounts without messages are left out. */
export function sumAccounts(db: Queryable, accountIds: readonly number[], since: Date) {
  return run.all<Sums & { readonly accountId: number }>(db)`
    select h.account_id as "accountId", ${sumsOf(false)}
      from sms_hours h
     where h.account_id = any(${accountIds}::bigint[])
       and h.hour >= ${since}
     group by h.account_id
  `
}

export interface RecentSums extends Sums {
  readonly hour: Date
  readonly carrier: string
  /** Empty for messages that did not fail. */
  readonly reason: string
}

/** The sums of all accounts since an hour. */
export function sumRecent(db: Queryable, since: Date): Promise<RecentSums[]> {
  return run.all<RecentSums>(db)`
    select h.hour, h.carrier, h.reason, ${sumsOf(false)}
      from sms_hours h
     where h.hour >= ${since}
     group by h.hour, h.carrier, h.reason
  `
}

/** The accounts with most messages since an hour. */
export async function listBusiest(db: Queryable, since: Date, limit: number): Promise<number[]> {
  const accounts = await run.all<Row<'sms_hours', 'account_id'>>(db)`
    select h.account_id
      from sms_hours h
     where h.hour >= ${since}
     group by h.account_id
     order by sum(h.sent + h.unsent) desc, h.account_id
     limit ${limit}
  `
  return accounts.map(({ account_id }) => account_id)
}

/** The sums of each carrier by hour. */
export function sumCarrierHours(db: Queryable, filter: ReportFilter) {
  const ofReasons = filter.reason !== null
  return run.all<GroupSums & { readonly carrier: string }>(db)`
    select ${keyOf('hour')} as key, h.carrier, ${sumsOf(ofReasons)}
      from sms_hours h
     where ${isIn(filter, ofReasons)}
     group by h.hour, h.carrier
  `
}

/** The names of campaigns by id, of one account or of all. */
export async function listCampaignNames(db: Queryable, accountId: number | null, ids: readonly number[]) {
  const campaigns = await run.all<Row<'campaigns', 'id' | 'name'>>(db)`
    select id, name
      from campaigns
     where id = any(${ids}::bigint[])
       and ${accountId === null ? sql`true` : sql`account_id = ${accountId}`}
  `
  return new Map(campaigns.map(({ id, name }) => [id, name]))
}

export async function listAccountNames(db: Queryable, ids: readonly number[]) {
  const accounts = await run.all<Row<'accounts', 'id' | 'name'>>(db)`
    select id, name from accounts where id = any(${ids}::bigint[])
  `
  return new Map(accounts.map(({ id, name }) => [id, name]))
}

/** The currency of all accounts; empty if they have several. */
export async function findOnlyCurrency(db: Queryable): Promise<string> {
  const found = await run.all<Row<'accounts', 'currency'>>(db)`select distinct currency from accounts limit 2`
  return found.length === 1 ? (found[0]?.currency ?? '') : ''
}

const queueColumns = columnsOf('sms_queue_hours', { hour: 'hour', carrier: 'carrier', ageSeconds: 'age_seconds' })

/** The longest waits, in the order of time. */
export function listQueueHours(db: Queryable, { from, until }: Hours, carrier: string | null) {
  return run.all<RowOf<typeof queueColumns>>(db)`
    select ${queueColumns}
      from sms_queue_hours
     where hour >= ${from}
       and hour < ${until}
       and ${carrier === null ? sql`true` : sql`carrier = ${carrier}`}
     order by hour, carrier
  `
}

/** Raises the longest wait of the hour. `ages` are in seconds. */
export async function noteQueueAges(
  db: Queryable,
  ages: readonly { readonly carrier: string; readonly seconds: number }[],
  now: Date,
): Promise<void> {
  await sql`
    insert into sms_queue_hours as q (hour, carrier, age_seconds)
    select date_trunc('hour', ${now}::timestamptz, 'UTC'), v.carrier, v.seconds
      from unnest(${ages.map(({ carrier }) => carrier)}::text[], ${ages.map(({ seconds }) => seconds)}::integer[]) as v(carrier, seconds)
        on conflict (hour, carrier) do update
       set age_seconds = greatest(q.age_seconds, excluded.age_seconds)
  `.execute(db)
}

export async function deleteQueueHours(db: Queryable, before: Date): Promise<void> {
  await sql`delete from sms_queue_hours where hour < ${before}`.execute(db)
}

/** Merges the hours of a day in UTC into its noon, which is the same day in almost all time zones. */
export async function mergeDay(db: Queryable, day: Date): Promise<void> {
  const noon = sql`${day}::timestamptz + interval '12 hours'`
  await sql`
    with old as (
      delete from sms_hours
       where hour >= ${day}
         and hour < ${day}::timestamptz + interval '24 hours'
         and hour <> ${noon}
      returning *
    )
    insert into sms_hours as h
    select account_id, ${noon}, carrier, country, sender, campaign_id, reason, sum(sent), sum(unsent), sum(delivered), sum(failed),
           sum(spent), sum(failed_spent), sum(delivery_seconds), sum(timed)
      from old
     group by account_id, carrier, country, sender, campaign_id, reason
     order by account_id, carrier, country, sender, campaign_id, reason
        on conflict (account_id, hour, carrier, country, sender, campaign_id, reason) do update
       set ${addHours}
  `.execute(db)
}
