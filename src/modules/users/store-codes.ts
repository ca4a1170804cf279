import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { type Queryable, run } from '../../engine/db/index.ts'

/** Longer than the validity of a code: half a minute, plus one before and one after. */
const keptMinutes = 2

/** Hashed, because users sometimes type a password into the code field. */
const hashOf = (code: string) => hash('sha256', code)

/** False when the code was already used, so that of two concurrent sign-ins with one code, only one succeeds. */
export function takeCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  return run.hasRows(db)`
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
}

/** For a code that was taken but did not lead to a sign-in. */
export async function giveBackCode(db: Queryable, userId: string, code: string): Promise<void> {
  await sql`delete from auth_used_codes where user_id = ${userId} and code_hash = ${hashOf(code)}`.execute(db)
}
