import { sql } from 'kysely'
import type { Row, Tx } from '../../engine/db/index.ts'
import { endsAt } from './store.ts'

/** SQL of credentials and their replacements. */

/** The last active replacement of a credential, direct or indirect; null when it has none. */
export async function findReplacement(
  tx: Tx,
  accountId: number,
  credentialId: number,
  now: Date,
): Promise<number | null> {
  const { rows } = await sql<Row<'credentials', 'id'>>`
    with recursive replacements as (
      select c.replaced_by as id from credentials c where c.id = ${credentialId} and c.account_id = ${accountId}
       union
      select c.replaced_by from credentials c join replacements r on c.id = r.id where c.account_id = ${accountId}
    )
    select c.id
      from credentials c
      join replacements r on r.id = c.id
     where c.account_id = ${accountId}
       and c.revoked_at is null
       and (${endsAt} is null or ${endsAt} > ${now})
     order by c.id desc
     limit 1
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** Returns the new end, which is never later than the previous one. */
export async function markReplaced(
  tx: Tx,
  accountId: number,
  credentialId: number,
  replacedBy: number,
  retiresAt: Date,
): Promise<Date | null> {
  const { rows } = await sql<{ expiresAt: Date }>`
    update credentials c
       set replaced_by = ${replacedBy}, retires_at = least(c.retires_at, ${retiresAt})
     where c.id = ${credentialId}
       and c.account_id = ${accountId}
    returning ${endsAt} as "expiresAt"
  `.execute(tx)
  return rows[0]?.expiresAt ?? null
}

export interface ReplacedPassword {
  readonly passwordHash: Buffer
  readonly oldPasswordHash: Buffer | null
  readonly oldPasswordUntil: Date | null
}

export async function replacePassword(
  tx: Tx,
  accountId: number,
  id: number,
  { passwordHash, oldPasswordHash, oldPasswordUntil }: ReplacedPassword,
): Promise<void> {
  await sql`
    update credentials
       set password_hash = ${passwordHash}, old_password_hash = ${oldPasswordHash}, old_password_until = ${oldPasswordUntil}
     where id = ${id}
       and account_id = ${accountId}
  `.execute(tx)
}
