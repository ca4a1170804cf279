import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

/** Longer than a code is right: its own half minute, and one before and after. */
const keptMinutes = 2

/** Hashed: what is typed into the field for a code is sometimes a password. */
const hashOf = (code: string) => hash('sha256', code)

/** False when somebody took it before: of two with the same code one signs in. */
export async function takeCode(db: Queryable, userId: string, code: string): Promise<boolean> {
  const { rows } = await sql`
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
  `.execute(db)
  return rows.length > 0
}

/** For one that nobody was let in with. */
export async function giveBackCode(db: Queryable, userId: string, code: string): Promise<void> {
  await sql`delete from auth_used_codes where user_id = ${userId} and code_hash = ${hashOf(code)}`.execute(db)
}
