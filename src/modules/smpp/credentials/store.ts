import { sql } from 'kysely'
import { columnsOf, prepared, type Queryable, type RowOf } from '../../../engine/db/index.ts'

const activeColumns = columnsOf(
  { c: 'smpp_credentials', a: 'accounts' },
  {
    id: 'c.id',
    accountId: 'c.account_id',
    systemId: 'c.system_id',
    passwordHash: 'c.password_hash',
    oldPasswordHash: 'c.old_password_hash',
    oldPasswordUntil: 'c.old_password_until',
    bindsMax: 'c.binds_max',
    windowSize: 'c.window_size',
    rate: 'c.rate',
    addresses: 'c.addresses',
    messageIds: 'c.message_ids',
    receivesMessages: 'c.receives_messages',
    duplicateSeconds: 'c.duplicate_seconds',
    privateUrls: 'c.private_urls',
    alphabet: 'c.alphabet',
    country: 'a.country',
    lastAddress: 'c.last_address',
    messagesPerDay: 'a.messages_per_day',
    suspendedAt: 'a.suspended_at',
  },
)

/** A credential that is not revoked, with the state of its account. */
export type ActiveCredential = RowOf<typeof activeColumns>

const activeCredentials = sql`smpp_credentials c join accounts a on a.id = c.account_id where c.revoked_at is null`

export async function findBySystemId(db: Queryable, systemId: string): Promise<ActiveCredential | null> {
  const { rows } = await sql<ActiveCredential>`
    ${prepared}
    select ${activeColumns}
      from ${activeCredentials}
       and c.system_id = ${systemId}
  `.execute(db)
  return rows[0] ?? null
}

/** Revoked credentials are missing. */
export async function findActive(db: Queryable, ids: readonly number[]): Promise<readonly ActiveCredential[]> {
  const { rows } = await sql<ActiveCredential>`
    ${prepared}
    select ${activeColumns}
      from ${activeCredentials}
       and c.id = any(${ids}::bigint[])
  `.execute(db)
  return rows
}

/** The last use of a credential. */
export interface Use {
  readonly at: Date
  readonly address: string
}

/** Written for all credentials at once every few seconds; the time never goes back. */
export async function markUsed(db: Queryable, uses: ReadonlyMap<number, Use>): Promise<void> {
  const values = [...uses.values()]
  await sql`
    update smpp_credentials c
       set last_used_at = v.used_at, last_address = v.address
      from unnest(
             ${[...uses.keys()]}::bigint[],
             ${values.map(({ at }) => at)}::timestamptz[],
             ${values.map(({ address }) => address)}::text[]
           ) as v(id, used_at, address)
     where c.id = v.id
       and (c.last_used_at is null or c.last_used_at < v.used_at)
  `.execute(db)
}
