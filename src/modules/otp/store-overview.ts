import { sql } from 'kysely'
import type { GuardMode } from '../../contract/account/otp.ts'
import { columnsOf, type Queryable, type RowOf, run, selectPage } from '../../engine/db/index.ts'
import type { Place } from '../../values/place.ts'
import { type AppLimits, wideApp } from './guard.ts'

/** SQL of the conversion and the blocks in the console. */

/** Only the latest PINs are counted, because counting millions would take seconds. */
const countedMax = 100_000
const appsMax = 1_000
const dayMs = 86_400_000

const columns = columnsOf({ a: 'otp_apps' }, 'a.number as app, a.name, a.active, a.guard', {
  dayRequested: sql<number>`coalesce(c.day_requested, 0)`,
  dayVerified: sql<number>`coalesce(c.day_verified, 0)`,
  weekRequested: sql<number>`coalesce(c.week_requested, 0)`,
  weekVerified: sql<number>`coalesce(c.week_verified, 0)`,
  /** Null when the whole week was counted; otherwise the start of the counted part. */
  countedSince: sql<Date | null>`(select case when count(*) = ${countedMax} then min(created_at) end from latest)`,
})

export async function getOverview(db: Queryable, accountId: number, now: Date) {
  const dayAgo = new Date(now.getTime() - dayMs)
  const weekAgo = new Date(now.getTime() - 7 * dayMs)
  const rows = await run.all<RowOf<typeof columns>>(db)`
    with latest as materialized (
      select app_number, created_at, verified_at
        from otp_pins
       where account_id = ${accountId}
         and created_at >= ${weekAgo}
       order by created_at desc, id desc
       limit ${countedMax}
    ),
    counted as (
      select app_number,
             count(*) as week_requested, count(verified_at) as week_verified,
             count(*) filter (where created_at >= ${dayAgo}) as day_requested,
             count(verified_at) filter (where created_at >= ${dayAgo}) as day_verified
        from latest
       group by app_number
    )
    select ${columns}
      from otp_apps a
      left join counted c on c.app_number = a.number
     where a.account_id = ${accountId}
     order by a.number
     limit ${appsMax}
  `
  const data = rows.map(({ countedSince: _, dayRequested, dayVerified, weekRequested, weekVerified, ...app }) => ({
    ...app,
    day: conversion(dayRequested, dayVerified),
    week: conversion(weekRequested, weekVerified),
  }))
  return { data, countedSince: rows[0]?.countedSince ?? null }
}

const conversion = (requested: number, verified: number) => ({
  requested,
  verified,
  rate: requested === 0 ? null : Math.round((verified / requested) * 10_000) / 10_000,
})

/** Whether an application that counts in range `p` has one of these modes, or the operator requires one of them. */
const isGuarded = (
  { staging, pinGuard }: AppLimits,
  ...modes: readonly GuardMode[]
) => sql<boolean>`(${!staging && modes.includes(pinGuard)}::boolean or exists (
  select from otp_apps o
   where o.account_id = p.account_id
     and (p.app_number = ${wideApp} or o.number = p.app_number)
     and o.guard = any(${modes}::text[])
))`

const blockColumns = (limits: AppLimits) =>
  columnsOf(
    { p: 'otp_prefixes', a: 'otp_apps' },
    'p.app_number as app, p.prefix, p.requests, p.verified, p.blocked_until',
    {
      /** Null for a range of all applications. */
      appName: sql<string | null>`a.name`,
      /** False in alert mode, in which PINs are still sent. */
      enforced: isGuarded(limits, 'block'),
    },
  ).narrow<{ blockedUntil: Date }>()

/** Active blocks, each of a prefix or, for all applications, of a country or `*`. The one that ends last comes first. */
export const listBlocks = (db: Queryable, accountId: number, place: Place, limits: AppLimits, now: Date) =>
  selectPage(db, place, {
    columns: blockColumns(limits),
    from: sql`
      otp_prefixes p
      left join otp_apps a on a.account_id = p.account_id and a.number = p.app_number
     where p.account_id = ${accountId}
       and p.blocked_until > ${now}
       and ${isGuarded(limits, 'alert', 'block')}
    `,
    order: [
      [sql`p.blocked_until`, 'desc'],
      [sql`p.app_number`, 'desc'],
      [sql`p.prefix`, 'desc'],
    ],
  })

/** Ends a block early. The range is on trial, as after any block. False when it is not blocked. */
export const endBlock = (db: Queryable, accountId: number, app: number, prefix: string, now: Date) => run.hasRows(db)`
    update otp_prefixes
       set blocked_until = ${now}
     where account_id = ${accountId}
       and app_number = ${app}
       and prefix = ${prefix}
       and blocked_until > ${now}
    returning prefix
  `
