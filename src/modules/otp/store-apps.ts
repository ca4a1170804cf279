import { sql } from 'kysely'
import { prepared, type Queryable, selectPage, type Tx } from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { App, AppSettings } from './model.ts'

/** The SQL of applications. */

const columns = sql`
  a.number, a.name, a.sender, a.text, a.pin_length as "pinLength", a.life_seconds as "lifeSeconds", a.attempts_max as "attemptsMax", a.active,
  a.number_hour_max as "numberHourMax", a.app_hour_max as "appHourMax", a.guard, a.countries, a.country_hour_max as "countryHourMax",
  a.prefix_hour_max as "prefixHourMax", a.guard_sample as "guardSample", a.verified_percent_min as "verifiedPercentMin",
  a.block_minutes as "blockMinutes", a.created_at as "createdAt", a.changed_at as "changedAt"
`

export async function findApp(db: Queryable, accountId: number, number: number): Promise<App | null> {
  const { rows } = await sql<App>`
    ${prepared}
    select ${columns}
      from otp_apps a
     where a.account_id = ${accountId}
       and a.number = ${number}
  `.execute(db)
  return rows[0] ?? null
}

export function listApps(db: Queryable, accountId: number, page: PageQuestion): Promise<PageOf<App>> {
  return selectPage(db, page, {
    columns,
    from: sql`otp_apps a where a.account_id = ${accountId}`,
    order: [[sql`a.number`, 'asc']],
  })
}

/** Of two that make applications for one account at once, the second waits for the first. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for update`.execute(tx)
}

/** With the next number of its account. */
export async function insertApp(tx: Tx, accountId: number, app: AppSettings, now: Date): Promise<App> {
  await lockAccount(tx, accountId)
  const { rows } = await sql<App>`
    insert into otp_apps as a
           (account_id, number, name, sender, text, pin_length, life_seconds, attempts_max, active, number_hour_max, app_hour_max, guard, countries,
            country_hour_max, prefix_hour_max, guard_sample, verified_percent_min, block_minutes, created_at, changed_at)
    values (${accountId}, (select coalesce(max(number), 0) + 1 from otp_apps where account_id = ${accountId}), ${app.name}, ${app.sender}, ${app.text},
            ${app.pinLength}, ${app.lifeSeconds}, ${app.attemptsMax}, ${app.active}, ${app.numberHourMax}, ${app.appHourMax}, ${app.guard},
            ${app.countries}::text[], ${app.countryHourMax}, ${app.prefixHourMax}, ${app.guardSample}, ${app.verifiedPercentMin}, ${app.blockMinutes},
            ${now}, ${now})
    returning ${columns}
  `.execute(tx)
  return rows[0] as App
}

/** Null when there is none. */
export async function updateApp(
  tx: Tx,
  accountId: number,
  number: number,
  app: AppSettings,
  now: Date,
): Promise<App | null> {
  const { rows } = await sql<App>`
    update otp_apps a
       set name = ${app.name}, sender = ${app.sender}, text = ${app.text}, pin_length = ${app.pinLength}, life_seconds = ${app.lifeSeconds},
           attempts_max = ${app.attemptsMax}, active = ${app.active}, number_hour_max = ${app.numberHourMax}, app_hour_max = ${app.appHourMax},
           guard = ${app.guard}, countries = ${app.countries}::text[], country_hour_max = ${app.countryHourMax}, prefix_hour_max = ${app.prefixHourMax},
           guard_sample = ${app.guardSample}, verified_percent_min = ${app.verifiedPercentMin}, block_minutes = ${app.blockMinutes}, changed_at = ${now}
     where a.account_id = ${accountId}
       and a.number = ${number}
    returning ${columns}
  `.execute(tx)
  return rows[0] ?? null
}

/** The same, kept from others until the transaction ends. */
export async function lockApp(tx: Tx, accountId: number, number: number): Promise<App | null> {
  const { rows } = await sql<App>`
    select ${columns}
      from otp_apps a
     where a.account_id = ${accountId}
       and a.number = ${number}
       for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function hasApp(tx: Tx, accountId: number): Promise<boolean> {
  const { rows } = await sql`select from otp_apps where account_id = ${accountId} limit 1`.execute(tx)
  return rows.length > 0
}

/** Accounts that came with an earlier version of the program, or are being made by one. */
export async function listWithoutApps(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select a.id
      from accounts a
     where not exists (select from otp_apps o where o.account_id = a.id)
     order by a.id
     limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
