import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Queryable, type Row, run } from '../../engine/db/index.ts'

/** Browsers keep a cookie for about this long at most. */
export const deviceDays = 365
/** A script without cookies creates a new device with every sign-in. */
const devicesMax = 100

export const isKnownDevice = (db: Queryable, email: string, deviceHash: string) => run.hasRows(db)`
  select 1
    from auth_devices d
    join auth_users u on u.id = d.user_id
   where u.email = ${email}
     and d.device_hash = ${deviceHash}
     and d.seen_at > clock_timestamp() - make_interval(days => ${deviceDays})
`

type UserIdRow = Row<'auth_devices', 'user_id'>

/** Returns the user of the session; null when the session has ended. */
export const insertDevice = (db: Queryable, token: string, deviceHash: string) => run.value<UserIdRow>(db)`
  with session as (
    select "userId" as user_id from auth_sessions where token = ${token}
  ), oldest as (
    delete from auth_devices
     where user_id = (select user_id from session)
       and device_hash in (
         select device_hash
           from auth_devices
          where user_id = (select user_id from session)
            and device_hash <> ${deviceHash}
          order by seen_at desc
         offset ${devicesMax - 1}
       )
  )
  insert into auth_devices (user_id, device_hash, seen_at)
  select user_id, ${deviceHash}, clock_timestamp() from session
      on conflict (user_id, device_hash) do update set seen_at = excluded.seen_at
  returning user_id
`

export const deleteDevices = (db: Queryable, userId: string) => run.write(db)`
  delete from auth_devices where user_id = ${userId}
`

/**
 * Marks a session as proved now. A session that started with a password counts as two-factor if its user has a second
 * factor: it starts without a code only on a trusted device.
 */
export async function markProof(
  db: Queryable,
  token: string,
  secondFactor: boolean | 'kept' | 'if the user has one',
): Promise<void> {
  const value =
    secondFactor === 'kept'
      ? sql`s."secondFactor"`
      : secondFactor === 'if the user has one'
        ? sql`coalesce(u."twoFactorEnabled", false)`
        : sql`${secondFactor}::boolean`
  await sql`
    update auth_sessions s
       set "provedAt" = now(), "secondFactor" = ${value}
      from auth_users u
     where s.token = ${token}
       and u.id = s."userId"
  `.execute(db)
}

/** Longer than the validity of a code: half a minute, plus one before and one after. */
const keptMinutes = 2

/** Hashed, because users sometimes type a password into the code field. */
const hashOf = (code: string) => hash('sha256', code)

/** False when the code was already used, so that of two concurrent sign-ins with one code, only one succeeds. */
export const takeCode = (db: Queryable, userId: string, code: string) => run.hasRows(db)`
  with forgotten as (
    delete from auth_used_codes
     where user_id = ${userId}
       and code_hash <> ${hashOf(code)}
       and used_at < clock_timestamp() - make_interval(mins => ${keptMinutes})
  )
  insert into auth_used_codes as u (user_id, code_hash, used_at)
  values (${userId}, ${hashOf(code)}, clock_timestamp())
      on conflict (user_id, code_hash) do update
     set used_at = excluded.used_at
   where u.used_at < clock_timestamp() - make_interval(mins => ${keptMinutes})
  returning user_id
`

/** For a code that was taken but did not lead to a sign-in. */
export const giveBackCode = (db: Queryable, userId: string, code: string) => run.write(db)`
  delete from auth_used_codes where user_id = ${userId} and code_hash = ${hashOf(code)}
`
