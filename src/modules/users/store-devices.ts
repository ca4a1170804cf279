import { sql } from 'kysely'
import { type Queryable, type Row, run } from '../../engine/db/index.ts'

/** Browsers keep a cookie for about this long at most. */
export const deviceDays = 365
/** A script without cookies creates a new device with every sign-in. */
const devicesMax = 100

export function isKnownDevice(db: Queryable, email: string, deviceHash: string): Promise<boolean> {
  return run.hasRows(db)`
    select 1
      from auth_devices d
      join auth_users u on u.id = d.user_id
     where u.email = ${email}
       and d.device_hash = ${deviceHash}
       and d.seen_at > clock_timestamp() - make_interval(days => ${deviceDays})
  `
}

/** Returns the user of the session; null when the session has ended. */
export async function insertDevice(db: Queryable, token: string, deviceHash: string): Promise<string | null> {
  const { rows } = await sql<Row<'auth_devices', 'user_id'>>`
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
  `.execute(db)
  return rows[0]?.user_id ?? null
}

export async function deleteDevices(db: Queryable, userId: string): Promise<void> {
  await sql`delete from auth_devices where user_id = ${userId}`.execute(db)
}
