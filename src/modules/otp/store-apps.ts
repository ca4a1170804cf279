import { sql } from 'kysely'
import type { PinChannel } from '../../contract/account/otp.ts'
import { columnsOf, prepared, type Queryable, type RowOf, run, selectPage, type Tx } from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import { toWireName } from '../../values/wire-names.ts'

/** SQL of applications. */

const columns = columnsOf(
  { a: 'otp_apps' },
  `a.number, a.name, a.sender, a.text, a.language, a.resend, a.pin_length, a.life_seconds, a.attempts_max,
   a.active, a.number_hour_max, a.app_hour_max, a.guard, a.countries, a.country_hour_max, a.prefix_hour_max,
   a.guard_sample, a.verified_percent_min, a.block_minutes, a.created_at, a.changed_at, a.texts, a.channels`,
).narrow<{ texts: Readonly<Record<string, string>>; channels: readonly PinChannel[] }>()

/** An application. The contract describes its settings. */
export type App = RowOf<typeof columns>

export type AppSettings = Omit<App, 'number' | 'createdAt' | 'changedAt'>

export const settingNames = columns.names.filter(
  (name) => !['number', 'createdAt', 'changedAt'].includes(name),
) as readonly (keyof AppSettings)[]

const settings = sql.join(settingNames.map((name) => sql.id(toWireName(name))))

/** A row with the settings of an application. */
const rowOf = (app: AppSettings) =>
  sql`json_populate_record(null::otp_apps, ${JSON.stringify(Object.fromEntries(settingNames.map((name) => [toWireName(name), app[name]])))}::json)`

export const findApp = (db: Queryable, accountId: number, number: number) => run.first<App>(db)`
    ${prepared}
    select ${columns}
      from otp_apps a
     where a.account_id = ${accountId}
       and a.number = ${number}
  `

export const listApps = (db: Queryable, accountId: number, place: Place): Promise<PageOf<App>> =>
  selectPage(db, place, {
    columns,
    from: sql`otp_apps a where a.account_id = ${accountId}`,
    order: [[sql`a.number`, 'asc']],
  })

/** Assigns the next number of the account, whose lock serializes the creation of applications. */
export async function insertApp(tx: Tx, accountId: number, app: AppSettings, now: Date): Promise<App> {
  await sql`select from accounts where id = ${accountId} for update`.execute(tx)
  const [inserted] = await run.all<App>(tx)`
    insert into otp_apps as a (account_id, number, ${settings}, created_at, changed_at)
    select ${accountId}, (select coalesce(max(number), 0) + 1 from otp_apps where account_id = ${accountId}), ${settings}, ${now}, ${now}
      from ${rowOf(app)}
    returning ${columns}
  `
  return inserted as App
}

export async function replaceText(tx: Tx, accountId: number, from: string, to: string): Promise<void> {
  await sql`update otp_apps set text = ${to} where account_id = ${accountId} and text = ${from}`.execute(tx)
}

/** Null when it does not exist. */
export const updateApp = (tx: Tx, accountId: number, number: number, app: AppSettings, now: Date) => run.first<App>(tx)`
    update otp_apps a
       set (${settings}) = (select ${settings} from ${rowOf(app)}), changed_at = ${now}
     where a.account_id = ${accountId}
       and a.number = ${number}
    returning ${columns}
  `

/** Locks the application until the transaction ends. */
export const lockApp = (tx: Tx, accountId: number, number: number) => run.first<App>(tx)`
    select ${columns}
      from otp_apps a
     where a.account_id = ${accountId}
       and a.number = ${number}
       for update
  `
