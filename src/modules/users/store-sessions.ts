import { sql } from 'kysely'
import type { Queryable } from '../../engine/db/index.ts'

/**
 * Marks a session as proved now. The second factor of a session that began with a password counts when its user has one:
 * without it such a session only begins on a device that they trust.
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
