import { sql } from 'kysely'
import type { Kind } from '../../contract/console/credentials.ts'
import {
  columnsOf,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { PageOf } from '../../values/page.ts'
import type { Place } from '../../values/place.ts'
import type { Credential } from './rules.ts'
import type { SmppOptions } from './smpp-settings.ts'

/** The earlier of the expiry and the end that was set by a rotation. */
export const endsAt = sql<Date | null>`least(c.expires_at, c.retires_at)`

const credentialColumns = columnsOf(
  { c: 'credentials', a: 'accounts' },
  `c.id, c.account_id, c.kind, c.secret_hash, c.products, c.addresses, c.lenient, c.operator, c.private_urls,
   c.scopes, c.revoked_at, a.requests_per_second, a.messages_per_day, a.suspended_at`,
  {
    expiresAt: endsAt,
  },
).narrow<{ kind: 'key' | 'token'; secretHash: Buffer }>()
type CredentialRow = RowOf<typeof credentialColumns>

const credentialsWithAccounts = sql`credentials c join accounts a on a.id = c.account_id`

export async function findCredentialByKey(db: Queryable, apiKey: string): Promise<Credential | null> {
  const { rows } = await sql<CredentialRow>`
    ${prepared}
    select ${credentialColumns}
      from ${credentialsWithAccounts}
     where c.kind = 'key'
       and c.login = ${apiKey}
  `.execute(db)
  return rows[0] ?? null
}

export async function findCredentialByToken(db: Queryable, hash: Buffer): Promise<Credential | null> {
  const { rows } = await sql<CredentialRow>`
    ${prepared}
    select ${credentialColumns}
      from ${credentialsWithAccounts}
     where c.kind = 'token'
       and c.secret_hash = ${hash}
  `.execute(db)
  return rows[0] ?? null
}

const lockedColumns = columnsOf(
  'credentials',
  `kind, login, password_hash, old_password_until, name, products, addresses, lenient, operator, private_urls,
   scopes, smpp, expires_at, revoked_at, retires_at`,
).narrow<{ smpp: SmppOptions | null }>()

/** A credential that is about to be changed, with its original expiry. */
export type LockedCredential = RowOf<typeof lockedColumns>

export interface NewCredential extends Omit<LockedCredential, 'revokedAt' | 'retiresAt' | 'oldPasswordUntil'> {
  readonly secretHash: Buffer | null
}

/** Null when another SMPP credential has the login. */
export async function insertCredential(
  tx: Tx,
  accountId: number,
  credential: NewCredential,
  now: Date,
): Promise<number | null> {
  const { kind, login, secretHash, passwordHash, name, products, addresses, lenient, operator, privateUrls, scopes } =
    credential
  const smpp = credential.smpp === null ? null : JSON.stringify(credential.smpp)
  const { rows } = await sql<Row<'credentials', 'id'>>`
    insert into credentials (account_id, kind, login, secret_hash, password_hash, name, products, addresses, lenient, operator, private_urls, scopes, smpp, created_at, expires_at)
    values (${accountId}, ${kind}, ${login}, ${secretHash}, ${passwordHash}, ${name}, ${products}, ${addresses}, ${lenient}, ${operator}, ${privateUrls}, ${scopes}, ${smpp}::jsonb, ${now}, ${credential.expiresAt})
        on conflict (login) where kind = 'smpp' and revoked_at is null do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

/** False when the account has no such credential, or it is already revoked. */
export async function markRevoked(db: Queryable, accountId: number, credentialId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update credentials
       set revoked_at = ${now}, old_password_hash = null, old_password_until = null
     where id = ${credentialId}
       and account_id = ${accountId}
       and revoked_at is null
    returning id
  `.execute(db)
  return rows.length > 0
}

/** The lock prevents a revocation during a change. Null when the account has no such credential. */
export async function lockCredential(
  tx: Tx,
  accountId: number,
  credentialId: number,
): Promise<LockedCredential | null> {
  const { rows } = await sql<LockedCredential>`
    select ${lockedColumns}
      from credentials
     where id = ${credentialId}
       and account_id = ${accountId}
       for update
  `.execute(tx)
  return rows[0] ?? null
}

const listedColumns = columnsOf(
  { c: 'credentials' },
  `c.id, c.kind, c.name, c.products, c.addresses, c.lenient, c.operator, c.private_urls, c.scopes, c.created_at,
   c.revoked_at, c.last_used_at, c.last_address, c.old_password_until, c.smpp`,
  {
    apiKey: sql<string | null>`case when c.kind = 'key' then c.login end`,
    systemId: sql<string | null>`case when c.kind = 'smpp' then c.login end`,
    expiresAt: endsAt,
    /** The credential that replaced it. */
    replacedBy: 'c.replaced_by',
    /** The number of current binds. */
    binds: sql<number>`(select count(*)::int from smpp_binds b where b.credential_id = c.id and b.lease_until > clock_timestamp())`,
  },
).narrow<{ smpp: SmppOptions | null }>()

/** A credential without its secret hash. */
export type ListedCredential = RowOf<typeof listedColumns>

/** Of some kinds; null for all. */
export function listCredentials(
  db: Queryable,
  accountId: number,
  kinds: readonly Kind[] | null,
  place: Place,
): Promise<PageOf<ListedCredential>> {
  return selectPage(db, place, {
    columns: listedColumns,
    from: sql`credentials c where c.account_id = ${accountId} and (${kinds}::text[] is null or c.kind = any(${kinds}::text[]))`,
    order: [[sql`c.id`, 'desc']],
  })
}

/** Returns the changed credential; null when the account has no such credential. */
export async function updateCredential(
  tx: Tx,
  accountId: number,
  credentialId: number,
  { lenient, privateUrls, scopes, products, addresses, smpp }: CredentialChange,
): Promise<ListedCredential | null> {
  const { rows } = await sql<ListedCredential>`
    update credentials c
       set lenient = ${lenient}, private_urls = ${privateUrls}, scopes = ${scopes}, products = ${products},
           addresses = ${addresses}, smpp = ${smpp === null ? null : JSON.stringify(smpp)}::jsonb
     where c.id = ${credentialId}
       and c.account_id = ${accountId}
    returning ${listedColumns}
  `.execute(tx)
  return rows[0] ?? null
}

export type CredentialChange = Pick<
  LockedCredential,
  'lenient' | 'privateUrls' | 'scopes' | 'products' | 'addresses' | 'smpp'
>

/** SMPP credentials that are not revoked. */
export async function countActiveSmpp(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from credentials
     where account_id = ${accountId}
       and kind = 'smpp'
       and revoked_at is null
  `.execute(tx)
  return rows[0]?.count ?? 0
}
