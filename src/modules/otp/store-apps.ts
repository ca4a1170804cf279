import { sql } from 'kysely'
import {
  columnsOf,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { App, AppSettings, PinChannel } from './model.ts'

/** SQL of applications. */

const columns = columnsOf(
  { a: 'otp_apps' },
  {
    number: 'a.number',
    name: 'a.name',
    sender: 'a.sender',
    text: 'a.text',
    texts: sql<Readonly<Record<string, string>>>`a.texts`,
    language: 'a.language',
    channels: sql<readonly PinChannel[]>`a.channels`,
    resend: 'a.resend',
    pinLength: 'a.pin_length',
    lifeSeconds: 'a.life_seconds',
    attemptsMax: 'a.attempts_max',
    active: 'a.active',
    numberHourMax: 'a.number_hour_max',
    appHourMax: 'a.app_hour_max',
    guard: 'a.guard',
    countries: 'a.countries',
    countryHourMax: 'a.country_hour_max',
    prefixHourMax: 'a.prefix_hour_max',
    guardSample: 'a.guard_sample',
    verifiedPercentMin: 'a.verified_percent_min',
    blockMinutes: 'a.block_minutes',
    createdAt: 'a.created_at',
    changedAt: 'a.changed_at',
  },
)
type AppRow = RowOf<typeof columns>

export async function findApp(db: Queryable, accountId: number, number: number): Promise<App | null> {
  const { rows } = await sql<AppRow>`
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

/** Serializes the creation of applications of one account. */
export async function lockAccount(tx: Tx, accountId: number): Promise<void> {
  await sql`select from accounts where id = ${accountId} for update`.execute(tx)
}

/** Assigns the next number of the account. */
export async function insertApp(tx: Tx, accountId: number, app: AppSettings, now: Date): Promise<App> {
  await lockAccount(tx, accountId)
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
export async function updateApp(
  tx: Tx,
  accountId: number,
  number: number,
  app: AppSettings,
  now: Date,
): Promise<App | null> {
  const { rows } = await sql<AppRow>`
    update otp_apps a
       set name = ${app.name}, sender = ${app.sender}, text = ${app.text}, pin_length = ${app.pinLength}, life_seconds = ${app.lifeSeconds},
           attempts_max = ${app.attemptsMax}, active = ${app.active}, number_hour_max = ${app.numberHourMax}, app_hour_max = ${app.appHourMax},
           guard = ${app.guard}, countries = ${app.countries}::text[], country_hour_max = ${app.countryHourMax}, prefix_hour_max = ${app.prefixHourMax},
           guard_sample = ${app.guardSample}, verified_percent_min = ${app.verifiedPercentMin}, block_minutes = ${app.blockMinutes},
           texts = ${JSON.stringify(app.texts)}::json, language = ${app.language}, channels = ${JSON.stringify(app.channels)}::json, resend = ${app.resend}, changed_at = ${now}
     where a.account_id = ${accountId}
       and a.number = ${number}
    returning ${columns}
  `.execute(tx)
  return rows[0] ?? null
}

/** Locks the application until the transaction ends. */
export async function lockApp(tx: Tx, accountId: number, number: number): Promise<App | null> {
  const { rows } = await sql<AppRow>`
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

/** Accounts of an earlier version, which have no application. */
export async function listWithoutApps(db: Queryable, limit: number): Promise<number[]> {
  const { rows } = await sql<Row<'accounts', 'id'>>`
    select a.id
      from accounts a
     where not exists (select from otp_apps o where o.account_id = a.id)
     order by a.id
     limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
