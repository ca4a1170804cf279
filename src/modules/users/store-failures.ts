import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { type Database, type Queryable, type Row, run, type Tx } from '../../engine/db/index.ts'
import { neighbourhoodOf } from '../../engine/network.ts'
import { freeFailures, waitAfter } from './rules.ts'

export interface Counter {
  readonly key: string
  readonly free: number
}

/**
 * The counters that a wrong password increments. A known device of the user has its own counter, so that nobody else
 * can make it wait. All others count for the email and network together, and with a higher limit for the email alone.
 * Keys are hashed, because users sometimes type something other than an email.
 */
export function countersOf(email: string, from: { readonly device: string } | { readonly address: string }): Counter[] {
  if ('device' in from) return [{ key: hash('sha256', `device ${from.device} ${email}`), free: freeFailures.byDevice }]
  return [
    { key: hash('sha256', `address ${neighbourhoodOf(from.address)} ${email}`), free: freeFailures.byAddress },
    { key: hash('sha256', `email ${email}`), free: freeFailures.byEmail },
  ]
}

/** Counters are deleted after this time without another failure. */
const keptMinutes = 60

/**
 * Takes one attempt and returns 0, or the seconds to wait. An attempt counts as wrong until it turns out to be right;
 * otherwise many parallel attempts could pass before the first is counted.
 */
export function takeTry(db: Database, counters: readonly Counter[]): Promise<number> {
  const keys = counters.map(({ key }) => key)
  return db.transaction(async (tx) => {
    await sql`
      insert into sign_in_failures (key, failures, last_at)
      select key, 0, clock_timestamp()
        from unnest(${keys}::text[]) as key
       order by key
          on conflict do nothing
    `.execute(tx)
    const { rows } = await sql<Row<'sign_in_failures', 'key' | 'failures'> & { readonly seconds: number }>`
      select key, failures, extract(epoch from clock_timestamp() - last_at)::float8 as seconds
        from sign_in_failures
       where key = any(${keys}::text[])
       order by key
         for update
    `.execute(tx)
    const current = rows.filter(({ seconds }) => seconds < keptMinutes * 60)
    // A clock that was set back must not extend the wait.
    const waits = current.map(
      ({ key, failures, seconds }) =>
        waitAfter(failures, counters.find((one) => one.key === key)?.free ?? 0) - Math.max(0, seconds),
    )
    const seconds = Math.ceil(Math.max(0, ...waits))
    if (seconds > 0) return seconds
    await sql`
      update sign_in_failures
         set failures = case when last_at > clock_timestamp() - make_interval(mins => ${keptMinutes}) then failures + 1 else 1 end,
             last_at = clock_timestamp()
       where key = any(${keys}::text[])
    `.execute(tx)
    return 0
  })
}

/** For an attempt that was refused before its password was checked. Removes a counter that drops to zero. */
export async function giveBackTry(db: Queryable, counters: readonly Counter[]): Promise<void> {
  await changeInOrder(
    db,
    counters,
    (tries) => sql`
    , forgotten as (
      delete from sign_in_failures f
       using ${tries} t
       where f.key = t.key
         and t.failures <= 1
    )
    update sign_in_failures f
       set failures = f.failures - 1
      from ${tries} t
     where f.key = t.key
       and t.failures > 1
    `,
  )
}

export async function forgetFailures(db: Queryable, counters: readonly Counter[]): Promise<void> {
  await changeInOrder(db, counters, (tries) => sql`delete from sign_in_failures f using ${tries} t where f.key = t.key`)
}

/**
 * Locks the counters in the same order as `takeTry`, to avoid deadlocks. The change refers to the locked rows by the
 * given name.
 */
async function changeInOrder(
  db: Queryable,
  counters: readonly Counter[],
  change: (tries: RawBuilder<unknown>) => RawBuilder<unknown>,
): Promise<void> {
  const keys = counters.map(({ key }) => key)
  const tries = sql.id('tries')
  await sql`
    with ${tries} as materialized (
      select key, failures
        from sign_in_failures
       where key = any(${keys}::text[])
       order by key
         for update
    )
    ${change(tries)}
  `.execute(db)
}

export const deleteOldFailures = (db: Queryable) => run.write(db)`
  delete from sign_in_failures where last_at < clock_timestamp() - make_interval(mins => ${keptMinutes})
`

/** Whether the user may get one more email within this hour. */
export const takeMail = (tx: Tx, userId: string, max: number) => takeOne(tx, 'password_mails', 'user_id', userId, max)

/** Whether the account may email one more invitation within this hour. */
export const takeInvitation = (db: Queryable, accountId: number, max: number) =>
  takeOne(db, 'invitation_mails', 'account_id', accountId, max)

/** One statement, so that concurrent calls cannot exceed the limit. */
const takeOne = (db: Queryable, table: string, column: string, key: string | number, max: number) => run.hasRows(db)`
  insert into ${sql.table(table)} as m (${sql.ref(column)}, mails, first_at)
  values (${key}, 1, clock_timestamp())
      on conflict (${sql.ref(column)}) do update
     set mails = case when m.first_at > clock_timestamp() - interval '1 hour' then m.mails + 1 else 1 end,
         first_at = case when m.first_at > clock_timestamp() - interval '1 hour' then m.first_at else clock_timestamp() end
   where m.mails < ${max}
      or m.first_at <= clock_timestamp() - interval '1 hour'
  returning mails
`
