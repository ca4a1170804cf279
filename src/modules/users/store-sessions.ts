import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

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
