import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf, run } from '../../../engine/db/index.ts'
import type { SmppOptions } from '../../accounts/index.ts'

const activeColumns = columnsOf(
  { c: 'credentials', a: 'accounts' },
  `c.id, c.account_id, c.login as systemId, c.password_hash, c.old_password_hash, c.old_password_until,
   c.addresses, c.private_urls, c.smpp, a.country, c.last_address, a.messages_per_day, a.suspended_at`,
).narrow<{ systemId: string; passwordHash: Buffer; smpp: SmppOptions }>()

/** A credential that is not revoked, with the state of its account. */
export type ActiveCredential = RowOf<typeof activeColumns>

const activeCredentials = sql`
  credentials c join accounts a on a.id = c.account_id where c.kind = 'smpp' and c.revoked_at is null
`

export function findBySystemId(db: Queryable, systemId: string): Promise<ActiveCredential | null> {
  return run.first<ActiveCredential>(db)`
    ${prepared}
    select ${activeColumns}
      from ${activeCredentials}
       and c.login = ${systemId}
  `
}

/** Revoked credentials are missing. */
export function findActive(db: Queryable, ids: readonly number[]): Promise<readonly ActiveCredential[]> {
  return run.all<ActiveCredential>(db)`
    ${prepared}
    select ${activeColumns}
      from ${activeCredentials}
       and c.id = any(${ids}::bigint[])
  `
}
