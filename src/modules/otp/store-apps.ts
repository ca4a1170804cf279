import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf, run, selectPage, type Tx } from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import type { App, AppSettings, PinChannel } from './model.ts'

/** SQL of applications. */

const columns = columnsOf(
  { a: 'otp_apps' },
  `a.number, a.name, a.sender, a.text, a.language, a.resend, a.pin_length, a.life_seconds, a.attempts_max,
   a.active, a.number_hour_max, a.app_hour_max, a.guard, a.countries, a.country_hour_max, a.prefix_hour_max,
   a.guard_sample, a.verified_percent_min, a.block_minutes, a.created_at, a.changed_at`,
  {
    texts: sql<Readonly<Record<string, string>>>`a.texts`,
    channels: sql<readonly PinChannel[]>`a.channels`,
  },
)
type AppRow = RowOf<typeof columns>

export function findApp(db: Queryable, accountId: number, number: number): Promise<App | null> {
  return run.first<AppRow>(db)`
    ${prepared}
    select ${columns}
      from otp_apps a
     where a.account_id = ${accountId}
       and a.number = ${number}
  `
}

export function listApps(db: Queryable, accountId: number, place: Place): Promise<PageOf<App>> {
  return selectPage(db, place, {
    columns,
    from: sql`otp_apps a where a.account_id = ${accountId}`,
    order: [[sql`a.number`, 'asc']],
  })
}

/** Assigns the next number of the account, whose lock serializes the creation of applications. */
export async function insertApp(tx: Tx, accountId: number, app: AppSettings, now: Date): Promise<App> {
  await sql`select from accounts where id = ${accountId} for update`.execute(tx)
  const { rows } = await sql<AppRow>`
    insert into otp_apps as a
           (account_id, number, name, sender, text, pin_length, life_seconds, attempts_max, active, number_hour_max, app_hour_max, guard, countries,
            country_hour_max, prefix_hour_max, guard_sample, verified_percent_min, block_minutes, texts, language, channels, resend, created_at, changed_at)
    values (${accountId}, (select coalesce(max(number), 0) + 1 from otp_apps where account_id = ${accountId}), ${app.name}, ${app.sender}, ${app.text},
            ${app.pinLength}, ${app.lifeSeconds}, ${app.attemptsMax}, ${app.active}, ${app.numberHourMax}, ${app.appHourMax}, ${app.guard},
            ${app.countries}::text[], ${app.countryHourMax}, ${app.prefixHourMax}, ${app.guardSample}, ${app.verifiedPercentMin}, ${app.blockMinutes},
            ${JSON.stringify(app.texts)}::json, ${app.language}, ${JSON.stringify(app.channels)}::json, ${app.resend}, ${now}, ${now})
    returning ${columns}
  `.execute(tx)
  return rows[0] as AppRow
}

export async function replaceText(tx: Tx, accountId: number, from: string, to: string): Promise<void> {
  await sql`update otp_apps set text = ${to} where account_id = ${accountId} and text = ${from}`.execute(tx)
}

/** Null when it does not exist. */
export function updateApp(tx: Tx, accountId: number, number: number, app: AppSettings, now: Date): Promise<App | null> {
  return run.first<AppRow>(tx)`
    update otp_apps a
       set name = ${app.name}, sender = ${app.sender}, text = ${app.text}, pin_length = ${app.pinLength}, life_seconds = ${app.lifeSeconds},
           attempts_max = ${app.attemptsMax}, active = ${app.active}, number_hour_max = ${app.numberHourMax}, app_hour_max = ${app.appHourMax},
           guard = ${app.guard}, countries = ${app.countries}::text[], country_hour_max = ${app.countryHourMax}, prefix_hour_max = ${app.prefixHourMax},
           guard_sample = ${app.guardSample}, verified_percent_min = ${app.verifiedPercentMin}, block_minutes = ${app.blockMinutes},
           texts = ${JSON.stringify(app.texts)}::json, language = ${app.language}, channels = ${JSON.stringify(app.channels)}::json, resend = ${app.resend}, changed_at = ${now}
     where a.account_id = ${accountId}
       and a.number = ${number}
    returning ${columns}
  `
}

/** Locks the application until the transaction ends. */
export function lockApp(tx: Tx, accountId: number, number: number): Promise<App | null> {
  return run.first<AppRow>(tx)`
    select ${columns}
      from otp_apps a
     where a.account_id = ${accountId}
       and a.number = ${number}
       for update
  `
}
