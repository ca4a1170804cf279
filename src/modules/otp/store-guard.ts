import { type RawBuilder, sql } from 'kysely'
import { type Cte, columnsOf, cte, prepared, type Queryable, type RowOf, run, type Tx } from '../../engine/db/index.ts'
import {
  type Cap,
  type Counts,
  guardedFrom,
  type Range,
  type RangeStates,
  type Thresholds,
  thresholdsOf,
  trialSample,
  wideApp,
} from './guard.ts'
import type { App } from './store-apps.ts'

/** SQL of limits and of the guard's counters. */

/** Selects the counters of an account. */
const meant = (accountId: number, caps: readonly Cap[], hour: Date) => sql`
  c.account_id = ${accountId}
  and c.hour = ${hour}
  and (c.scope, c.subject) in (select * from unnest(${caps.map(({ scope }) => scope)}::text[], ${caps.map(({ subject }) => subject)}::text[]))
`

const countColumns = columnsOf({ c: 'otp_counters' }, { scope: 'c.scope', count: 'c.count' }).narrow<{
  scope: Cap['scope']
}>()

export async function findCounts(db: Queryable, accountId: number, caps: readonly Cap[], hour: Date): Promise<Counts> {
  const { rows } = await sql<RowOf<typeof countColumns>>`
    ${prepared}
    select ${countColumns}
      from otp_counters c
     where ${meant(accountId, caps, hour)}
  `.execute(db)
  return Object.fromEntries(rows.map(({ scope, count }) => [scope, count]))
}

const rangeTable = (ranges: readonly Range[]) =>
  sql`unnest(${ranges.map(({ app }) => app)}::int[], ${ranges.map(({ key }) => key)}::text[])`

/** A threshold for row `p`, which is a wide range or belongs to the application. */
const threshold = (name: keyof Thresholds, app: App) =>
  sql`(case when p.app_number = ${wideApp} then ${thresholdsOf('country', app)[name]}::int else ${thresholdsOf('prefix', app)[name]}::int end)`

/** Whether too few of the last requests in row `p` were verified. */
const pumped = (app: App) => sql`(
  p.requests >= case when p.on_trial then least(${trialSample}::int, ${threshold('guardSample', app)}) else ${threshold('guardSample', app)} end
  and p.verified * 100 < ${threshold('verifiedPercentMin', app)} * p.requests
)`

/**
 * Whether row `p` refuses requests: its block has not ended, or it has no block and too few verified requests. After a
 * block, a trial is allowed. Before `judged_from`, requests are refused without a block: PINs are still being typed.
 */
const blocked = (app: App, now: Date) => sql<boolean>`coalesce(p.blocked_until > ${now}, ${pumped(app)})`

const rangeColumns = (app: App, now: Date) =>
  columnsOf({ p: 'otp_prefixes' }, 'p.app_number as app, p.prefix as key, p.requests, p.verified', {
    isBlocked: blocked(app, now),
  })

export async function findRanges(
  db: Queryable,
  accountId: number,
  app: App,
  ranges: readonly Range[],
  now: Date,
): Promise<RangeStates> {
  if (ranges.length === 0) return {}
  const { rows } = await sql<RowOf<ReturnType<typeof rangeColumns>>>`
    ${prepared}
    select ${rangeColumns(app, now)}
      from otp_prefixes p
     where p.account_id = ${accountId}
       and (p.app_number, p.prefix) in (select * from ${rangeTable(ranges)})
  `.execute(db)
  return Object.fromEntries(
    ranges.flatMap(({ scope, app: number, key }) => {
      const state = rows.find((row) => row.app === number && row.key === key)
      return state === undefined ? [] : [[scope, state]]
    }),
  )
}

/** Updated at most once a minute, because the index of the column would grow with every request. */
const changedAt = (now: Date) =>
  sql`case when p.changed_at < ${minuteBefore(now)} then ${now}::timestamptz else p.changed_at end`
const minuteBefore = (now: Date) => new Date(now.getTime() - 60_000)

/**
 * Increments counters, and returns a row for each that is below its maximum. Full counters stay unchanged. Rows are
 * locked in a fixed order to avoid deadlocks.
 */
export const countPart = (accountId: number, caps: readonly Cap[], hour: Date): Cte =>
  cte(
    'counted',
    sql`
    insert into otp_counters as c (account_id, scope, subject, hour, count, count_max)
    select ${accountId}::bigint, v.scope, v.subject, ${hour}::timestamptz, 1, v.count_max
      from unnest(${caps.map(({ scope }) => scope)}::text[], ${caps.map(({ subject }) => subject)}::text[], ${caps.map(({ max }) => max)}::int[])
        as v(scope, subject, count_max)
     order by v.scope, v.subject
        on conflict (account_id, scope, subject, hour) do update
       set count = c.count + 1, count_max = excluded.count_max
     where c.count < excluded.count_max
    returning scope
    `,
  )

/**
 * Counts a request in its ranges, and returns a row for each range that allows it. Old requests lose weight: at twice
 * the sample size, both counts are halved. The first request after a block resets the range to a trial. In alert mode
 * everything is allowed, and a proven prefix passes the wide ranges. Rows are locked in a fixed order to avoid
 * deadlocks.
 */
export const guardPart = (
  accountId: number,
  app: App,
  ranges: readonly Range[],
  isPrefixProven: boolean,
  now: Date,
): Cte => {
  const sample = threshold('guardSample', app)
  return cte(
    'judged',
    sql`
    insert into otp_prefixes as p (account_id, app_number, prefix, requests, verified, on_trial, blocked_until, judged_from, changed_at)
    select ${accountId}::bigint, v.app_number, v.prefix, 1, 0, false, null, case when v.app_number = ${wideApp} then ${guardedFrom(app, now)}::timestamptz end, ${now}::timestamptz
      from ${rangeTable(ranges)} as v(app_number, prefix)
     order by v.app_number, v.prefix
        on conflict (account_id, app_number, prefix) do update
       set requests = case when p.blocked_until <= ${now} then 1 when p.requests >= 2 * ${sample} then p.requests / 2 + 1 else p.requests + 1 end,
           verified = case when p.blocked_until <= ${now} then 0 when p.requests >= 2 * ${sample} then p.verified / 2 else p.verified end,
           on_trial = coalesce(p.blocked_until <= ${now}, false) or (p.on_trial and p.requests < ${sample}),
           blocked_until = case when p.blocked_until > ${now} then p.blocked_until end,
           judged_from = case when p.blocked_until <= ${now} then excluded.judged_from else p.judged_from end,
           changed_at = ${changedAt(now)}
     where ${app.guard === 'alert'}::boolean
        or (${isPrefixProven}::boolean and p.app_number = ${wideApp})
        or not ${blocked(app, now)}
    returning prefix
    `,
  )
}

/** Returns whether this statement created the block: of several concurrent requests, one does. */
export const markBlocked = (db: Queryable, accountId: number, app: App, range: Range, now: Date) => run.hasRows(db)`
    update otp_prefixes p
       set blocked_until = ${new Date(now.getTime() + thresholdsOf(range.scope, app).blockMinutes * 60_000)}, changed_at = ${now}
     where p.account_id = ${accountId}
       and p.app_number = ${range.app}
       and p.prefix = ${range.key}
       and p.blocked_until is null
       and coalesce(p.judged_from <= ${now}, true)
       and ${pumped(app)}
    returning p.prefix
  `

/** Locks counters and ranges in the same order as requests, to avoid deadlocks. */
export async function lockCounts(
  tx: Tx,
  accountId: number,
  caps: readonly Cap[],
  hour: Date,
  ranges: readonly Range[],
): Promise<void> {
  await sql`
    ${prepared}
    select from otp_counters c
     where ${meant(accountId, caps, hour)}
     order by c.scope, c.subject
       for update
  `.execute(tx)
  await sql`
    ${prepared}
    select from otp_prefixes p
     where p.account_id = ${accountId}
       and (p.app_number, p.prefix) in (select * from ${rangeTable(ranges)})
     order by p.app_number, p.prefix
       for update
  `.execute(tx)
}

/**
 * Takes back the counts of a PIN that was not sent, as parts of a `with` statement. The parts run in no fixed order, so
 * their rows must be locked before.
 */
export const uncountParts = (
  accountId: number,
  caps: readonly Cap[],
  hour: Date,
  ranges: readonly Range[],
): RawBuilder<unknown> => sql`
  uncounted as (
    update otp_counters c
       set count = c.count - 1
     where ${meant(accountId, caps, hour)}
       and c.count > 0
  ),
  unjudged as (
    update otp_prefixes p
       set requests = p.requests - 1
     where p.account_id = ${accountId}
       and (p.app_number, p.prefix) in (select * from ${rangeTable(ranges)})
       and p.requests > p.verified
  )
`

export async function deleteOldCounts(db: Queryable, before: Date, prefixesBefore: Date): Promise<void> {
  await sql`delete from otp_counters where hour < ${before}`.execute(db)
  await sql`delete from otp_prefixes where changed_at < ${prefixesBefore}`.execute(db)
}
