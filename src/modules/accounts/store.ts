import { sql } from 'kysely'
import type { Kind } from '../../contract/console/credentials.ts'
import {
  columnsOf,
  prepared,
  type Queryable,
  type Row,
  type RowOf,
  run,
  selectPage,
  type Tx,
} from '../../engine/db/index.ts'
import type { Place } from '../../values/place.ts'
import type { SmppOptions } from './smpp-settings.ts'

/** The earlier of the expiry and the end that was set by a rotation. */
export const endsAt = sql<Date | null>`least(c.expires_at, c.retires_at)`

const credentialColumns = columnsOf(
  { c: 'credentials', a: 'accounts' },
  `c.id, c.account_id, c.kind, c.secret_hash, c.products, c.addresses, c.lenient, c.operator, c.private_urls,
   c.scopes, c.revoked_at, a.requests_per_second, a.messages_per_day, a.suspended_at`,
  { expiresAt: endsAt },
).narrow<{ kind: 'key' | 'token'; secretHash: Buffer }>()

/**
 * A key or an access token with the limits of its account, as cached by every process. Null products mean all, null
 * addresses any. `privateUrls`: whether the dlr-url of its requests may use plain HTTP and private hosts.
 */
export type Credential = RowOf<typeof credentialColumns>

const credentialsWithAccounts = sql`credentials c join accounts a on a.id = c.account_id`

export const findCredentialByKey = (db: Queryable, apiKey: string) => run.first<Credential>(db)`
  ${prepared}
  select ${credentialColumns}
    from ${credentialsWithAccounts}
   where c.kind = 'key'
     and c.login = ${apiKey}
`

export const findCredentialByToken = (db: Queryable, hash: Buffer) => run.first<Credential>(db)`
  ${prepared}
  select ${credentialColumns}
    from ${credentialsWithAccounts}
   where c.kind = 'token'
     and c.secret_hash = ${hash}
`

const lockedColumns = columnsOf(
  'credentials',
  `kind, login, password_hash, old_password_until, name, products, addresses, lenient, operator, private_urls,
   scopes, smpp, expires_at, revoked_at, retires_at`,
).narrow<{ smpp: SmppOptions | null }>()

/** A credential that is about to be changed, with its original expiry. */
export type LockedCredential = RowOf<typeof lockedColumns>

type IdRow = Row<'credentials', 'id'>

export interface NewCredential extends Omit<LockedCredential, 'revokedAt' | 'retiresAt' | 'oldPasswordUntil'> {
  readonly secretHash: Buffer | null
}

/** Null when another SMPP credential has the login. */
export const insertCredential = (tx: Tx, accountId: number, added: NewCredential, now: Date) => run.value<IdRow>(tx)`
  insert into credentials
    (account_id, kind, login, secret_hash, password_hash, name, products, addresses, lenient, operator, private_urls,
     scopes, smpp, created_at, expires_at)
  values (${accountId}, ${added.kind}, ${added.login}, ${added.secretHash}, ${added.passwordHash}, ${added.name},
          ${added.products}, ${added.addresses}, ${added.lenient}, ${added.operator}, ${added.privateUrls},
          ${added.scopes}, ${jsonOf(added.smpp)}::jsonb, ${now}, ${added.expiresAt})
      on conflict (login) where kind = 'smpp' and revoked_at is null do nothing
  returning id
`

const jsonOf = (options: SmppOptions | null) => (options === null ? null : JSON.stringify(options))

/** False when the account has no such credential, or it is already revoked. */
export const markRevoked = (db: Queryable, accountId: number, credentialId: number, now: Date) => run.hasRows(db)`
  update credentials
     set revoked_at = ${now}, old_password_hash = null, old_password_until = null
   where id = ${credentialId}
     and account_id = ${accountId}
     and revoked_at is null
  returning id
`

/** The lock prevents a revocation during a change. Null when the account has no such credential. */
export const lockCredential = (tx: Tx, accountId: number, credentialId: number) => run.first<LockedCredential>(tx)`
  select ${lockedColumns}
    from credentials
   where id = ${credentialId}
     and account_id = ${accountId}
     for update
`

const listedColumns = columnsOf(
  { c: 'credentials' },
  `c.id, c.kind, c.name, c.products, c.addresses, c.lenient, c.operator, c.private_urls, c.scopes, c.created_at,
   c.revoked_at, c.last_used_at, c.last_address, c.old_password_until, c.smpp`,
  {
    apiKey: sql<string | null>`case when c.kind = 'key' then c.login end`,
    systemId: sql<string | null>`case when c.kind = 'smpp' then c.login end`,
    expiresAt: endsAt,
    replacedBy: 'c.replaced_by',
    binds: sql<number>`(select count(*)::int from smpp_binds b where b.credential_id = c.id and b.lease_until > clock_timestamp())`,
  },
).narrow<{ smpp: SmppOptions | null }>()

/** A credential without its secret hash. */
export type ListedCredential = RowOf<typeof listedColumns>

/** Of some kinds; null for all. */
export const listCredentials = (db: Queryable, accountId: number, kinds: readonly Kind[] | null, place: Place) =>
  selectPage(db, place, {
    columns: listedColumns,
    from: sql`credentials c where c.account_id = ${accountId} and (${kinds}::text[] is null or c.kind = any(${kinds}::text[]))`,
    order: [[sql`c.id`, 'desc']],
  })

/** Returns the changed credential; null when the account has no such credential. */
export const updateCredential = (
  tx: Tx,
  accountId: number,
  credentialId: number,
  { lenient, privateUrls, scopes, products, addresses, smpp }: CredentialChange,
) => run.first<ListedCredential>(tx)`
  update credentials c
     set lenient = ${lenient}, private_urls = ${privateUrls}, scopes = ${scopes}, products = ${products},
         addresses = ${addresses}, smpp = ${jsonOf(smpp)}::jsonb
   where c.id = ${credentialId}
     and c.account_id = ${accountId}
  returning ${listedColumns}
`

export type CredentialChange = Pick<
  LockedCredential,
  'lenient' | 'privateUrls' | 'scopes' | 'products' | 'addresses' | 'smpp'
>

export const countActiveSmpp = (tx: Tx, accountId: number) => run.count(tx)`
  select count(*) as count from credentials where account_id = ${accountId} and kind = 'smpp' and revoked_at is null
`

/** The last active replacement of a credential, direct or indirect; null when it has none. */
export const findReplacement = (tx: Tx, accountId: number, credentialId: number, now: Date) => run.value<IdRow>(tx)`
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
`

/** Returns the new end, which is never later than the previous one. */
export const markReplaced = (
  tx: Tx,
  accountId: number,
  credentialId: number,
  replacedBy: number,
  retiresAt: Date,
) => run.value<{ expiresAt: Date }>(tx)`
  update credentials c
     set replaced_by = ${replacedBy}, retires_at = least(c.retires_at, ${retiresAt})
   where c.id = ${credentialId}
     and c.account_id = ${accountId}
  returning ${endsAt} as "expiresAt"
`

interface ReplacedPassword extends Pick<LockedCredential, 'oldPasswordUntil'> {
  readonly passwordHash: Buffer
  readonly oldPasswordHash: Buffer | null
}

export const replacePassword = (tx: Tx, accountId: number, id: number, added: ReplacedPassword) => run.write(tx)`
  update credentials
     set password_hash = ${added.passwordHash}, old_password_hash = ${added.oldPasswordHash},
         old_password_until = ${added.oldPasswordUntil}
   where id = ${id}
     and account_id = ${accountId}
`
