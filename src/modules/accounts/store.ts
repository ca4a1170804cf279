import { sql } from 'kysely'
import {
  columnsOf,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../values/page.ts'
import type { Credential } from './rules.ts'

/** The earlier of the expiry and the end that was set by a rotation. */
export const endsAt = sql<Date | null>`least(c.expires_at, c.retires_at)`

const credentialColumns = columnsOf(
  { c: 'credentials', a: 'accounts' },
  {
    id: 'c.id',
    accountId: 'c.account_id',
    kind: 'c.kind',
    secretHash: 'c.secret_hash',
    products: 'c.products',
    addresses: 'c.addresses',
    lenient: 'c.lenient',
    operator: 'c.operator',
    privateUrls: 'c.private_urls',
    scopes: 'c.scopes',
    expiresAt: endsAt,
    revokedAt: 'c.revoked_at',
    requestsPerSecond: 'a.requests_per_second',
    messagesPerDay: 'a.messages_per_day',
    suspendedAt: 'a.suspended_at',
  },
)
type CredentialRow = RowOf<typeof credentialColumns>

const credentialsWithAccounts = sql`credentials c join accounts a on a.id = c.account_id`

export async function findCredentialByKey(db: Queryable, apiKey: string): Promise<Credential | null> {
  const { rows } = await sql<CredentialRow>`
    ${prepared}
    select ${credentialColumns}
      from ${credentialsWithAccounts}
     where c.api_key = ${apiKey}
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

/**
 * Clears the cache of every process. Needed after each change of a credential, or of the limits and the suspension of
 * its account.
 */
export async function raiseVersion(tx: Tx): Promise<void> {
  await sql`update credentials_version set version = version + 1`.execute(tx)
}

const replaceableColumns = columnsOf('credentials', {
  kind: 'kind',
  apiKey: 'api_key',
  secretHash: 'secret_hash',
  name: 'name',
  products: 'products',
  addresses: 'addresses',
  lenient: 'lenient',
  operator: 'operator',
  privateUrls: 'private_urls',
  scopes: 'scopes',
  expiresAt: 'expires_at',
  revokedAt: 'revoked_at',
  retiresAt: 'retires_at',
})

/** A credential that is about to be replaced, with its original expiry. */
export type Replaceable = RowOf<typeof replaceableColumns>

export type NewCredential = Omit<Replaceable, 'revokedAt' | 'retiresAt'>

export async function insertCredential(
  tx: Tx,
  accountId: number,
  credential: NewCredential,
  now: Date,
): Promise<number> {
  const { kind, apiKey, secretHash, name, products, addresses, lenient, operator, privateUrls, scopes, expiresAt } =
    credential
  const { rows } = await sql<Row<'credentials', 'id'>>`
    insert into credentials (account_id, kind, api_key, secret_hash, name, products, addresses, lenient, operator, private_urls, scopes, created_at, expires_at)
    values (${accountId}, ${kind}, ${apiKey}, ${secretHash}, ${name}, ${products}, ${addresses}, ${lenient}, ${operator}, ${privateUrls}, ${scopes}, ${now}, ${expiresAt})
    returning id
  `.execute(tx)
  return rows[0]?.id ?? 0
}

/** False when the account has no such credential, or it is already revoked. */
export async function markRevoked(tx: Tx, accountId: number, credentialId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update credentials
       set revoked_at = ${now}
     where id = ${credentialId}
       and account_id = ${accountId}
       and revoked_at is null
    returning id
  `.execute(tx)
  return rows.length > 0
}

/** The lock prevents a revocation during the rotation. Null when the account has no such credential. */
export async function lockCredential(tx: Tx, accountId: number, credentialId: number): Promise<Replaceable | null> {
  const { rows } = await sql<Replaceable>`
    select ${replaceableColumns}
      from credentials
     where id = ${credentialId}
       and account_id = ${accountId}
       for update
  `.execute(tx)
  return rows[0] ?? null
}

/** Written for all credentials at once every few seconds; the time never goes back. */
export async function markUsed(db: Queryable, uses: ReadonlyMap<number, Date>): Promise<void> {
  await sql`
    update credentials c
       set last_used_at = v.used_at
      from unnest(${[...uses.keys()]}::bigint[], ${[...uses.values()]}::timestamptz[]) as v(id, used_at)
     where c.id = v.id
       and (c.last_used_at is null or c.last_used_at < v.used_at)
  `.execute(db)
}

const listedColumns = columnsOf(
  { c: 'credentials' },
  {
    id: 'c.id',
    kind: 'c.kind',
    name: 'c.name',
    apiKey: 'c.api_key',
    products: 'c.products',
    addresses: 'c.addresses',
    lenient: 'c.lenient',
    operator: 'c.operator',
    privateUrls: 'c.private_urls',
    scopes: 'c.scopes',
    createdAt: 'c.created_at',
    expiresAt: endsAt,
    revokedAt: 'c.revoked_at',
    lastUsedAt: 'c.last_used_at',
    /** The credential that replaced it. */
    replacedBy: 'c.replaced_by',
  },
)

/** A credential without its secret hash. */
export type ListedCredential = RowOf<typeof listedColumns>

export function listCredentials(
  db: Queryable,
  accountId: number,
  page: PageQuestion,
): Promise<PageOf<ListedCredential>> {
  return selectPage(db, page, {
    columns: listedColumns,
    from: sql`credentials c where c.account_id = ${accountId}`,
    order: [[sql`c.id`, 'desc']],
  })
}

/** Returns the changed credential; null when the account has no such credential. */
export async function updateCredential(
  tx: Tx,
  accountId: number,
  credentialId: number,
  { lenient, privateUrls, scopes, products }: Pick<Replaceable, 'lenient' | 'privateUrls' | 'scopes' | 'products'>,
): Promise<ListedCredential | null> {
  const { rows } = await sql<ListedCredential>`
    update credentials c
       set lenient = ${lenient}, private_urls = ${privateUrls}, scopes = ${scopes}, products = ${products}
     where c.id = ${credentialId}
       and c.account_id = ${accountId}
    returning ${listedColumns}
  `.execute(tx)
  return rows[0] ?? null
}
