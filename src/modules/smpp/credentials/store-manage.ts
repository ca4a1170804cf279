import { sql } from 'kysely'
import { columnsOf, type Queryable, type Row, type RowOf, selectPage, type Tx } from '../../../engine/db/index.ts'
import type { PageOf, PageQuestion } from '../../../values/page.ts'
import type { SmppSettings } from './settings.ts'

const listedColumns = columnsOf(
  { c: 'smpp_credentials' },
  {
    id: 'c.id',
    systemId: 'c.system_id',
    bindsMax: 'c.binds_max',
    windowSize: 'c.window_size',
    rate: 'c.rate',
    addresses: 'c.addresses',
    messageIds: 'c.message_ids',
    receivesMessages: 'c.receives_messages',
    duplicateSeconds: 'c.duplicate_seconds',
    privateUrls: 'c.private_urls',
    alphabet: 'c.alphabet',
    createdAt: 'c.created_at',
    revokedAt: 'c.revoked_at',
    lastUsedAt: 'c.last_used_at',
    lastAddress: 'c.last_address',
    /** The password before the last rotation is valid until then. */
    oldPasswordUntil: 'c.old_password_until',
    /** The number of current binds. */
    binds: sql<number>`(select count(*)::int from smpp_binds b where b.credential_id = c.id and b.lease_until > clock_timestamp())`,
  },
)

/** A credential without its password. */
export type ListedSmppCredential = RowOf<typeof listedColumns>

export function listSmppCredentials(
  db: Queryable,
  accountId: number,
  page: PageQuestion,
): Promise<PageOf<ListedSmppCredential>> {
  return selectPage(db, page, {
    columns: listedColumns,
    from: sql`smpp_credentials c where c.account_id = ${accountId}`,
    order: [[sql`c.id`, 'desc']],
  })
}

const bindColumns = columnsOf(
  { b: 'smpp_binds', c: 'smpp_credentials' },
  {
    id: 'b.id',
    accountId: 'b.account_id',
    credentialId: 'b.credential_id',
    systemId: 'c.system_id',
    mode: 'b.mode',
    address: 'b.address',
    encrypted: 'b.encrypted',
    process: 'b.owner',
    boundAt: 'b.bound_at',
  },
)

export type ListedBind = RowOf<typeof bindColumns>

/** The current binds of an account, or of all accounts. */
export function listSmppBinds(
  db: Queryable,
  accountId: number | null,
  page: PageQuestion,
): Promise<PageOf<ListedBind>> {
  const ofAccount = accountId === null ? sql`true` : sql`b.account_id = ${accountId}`
  return selectPage(db, page, {
    columns: bindColumns,
    from: sql`smpp_binds b join smpp_credentials c on c.id = b.credential_id where b.lease_until > clock_timestamp() and ${ofAccount}`,
    order: [[sql`b.id`, 'desc']],
  })
}

export async function countActive(tx: Tx, accountId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count
      from smpp_credentials
     where account_id = ${accountId}
       and revoked_at is null
  `.execute(tx)
  return rows[0]?.count ?? 0
}

export interface NewSmppCredential {
  readonly accountId: number
  readonly systemId: string
  readonly passwordHash: Buffer
  readonly settings: SmppSettings
}

/** Null when the system id is in use. */
export async function insertSmppCredential(
  tx: Tx,
  { accountId, systemId, passwordHash, settings }: NewSmppCredential,
  now: Date,
): Promise<number | null> {
  const {
    bindsMax,
    windowSize,
    rate,
    addresses,
    messageIds,
    receivesMessages,
    duplicateSeconds,
    privateUrls,
    alphabet,
  } = settings
  const { rows } = await sql<Row<'smpp_credentials', 'id'>>`
    insert into smpp_credentials (account_id, system_id, password_hash, binds_max, window_size, rate, addresses, message_ids, receives_messages, duplicate_seconds, private_urls, alphabet, created_at)
    values (${accountId}, ${systemId}, ${passwordHash}, ${bindsMax}, ${windowSize}, ${rate}, ${addresses}, ${messageIds}, ${receivesMessages}, ${duplicateSeconds}, ${privateUrls}, ${alphabet}, ${now})
        on conflict (system_id) where revoked_at is null do nothing
    returning id
  `.execute(tx)
  return rows[0]?.id ?? null
}

const lockedColumns = columnsOf('smpp_credentials', {
  systemId: 'system_id',
  passwordHash: 'password_hash',
  oldPasswordUntil: 'old_password_until',
  bindsMax: 'binds_max',
  windowSize: 'window_size',
  rate: 'rate',
  addresses: 'addresses',
  messageIds: 'message_ids',
  receivesMessages: 'receives_messages',
  duplicateSeconds: 'duplicate_seconds',
  privateUrls: 'private_urls',
  alphabet: 'alphabet',
  revokedAt: 'revoked_at',
})

type LockedSmppCredential = RowOf<typeof lockedColumns>

/** Locks a credential for a change. Null when the account has no such credential. */
export async function lockSmppCredential(tx: Tx, accountId: number, id: number): Promise<LockedSmppCredential | null> {
  const { rows } = await sql<LockedSmppCredential>`
    select ${lockedColumns}
      from smpp_credentials
     where id = ${id}
       and account_id = ${accountId}
       for update
  `.execute(tx)
  return rows[0] ?? null
}

export async function updateSmppSettings(
  tx: Tx,
  accountId: number,
  id: number,
  settings: SmppSettings,
): Promise<ListedSmppCredential | null> {
  const { rows } = await sql<ListedSmppCredential>`
    update smpp_credentials c
       set binds_max = ${settings.bindsMax},
           window_size = ${settings.windowSize},
           rate = ${settings.rate},
           addresses = ${settings.addresses},
           message_ids = ${settings.messageIds},
           receives_messages = ${settings.receivesMessages},
           duplicate_seconds = ${settings.duplicateSeconds},
           private_urls = ${settings.privateUrls},
           alphabet = ${settings.alphabet}
     where c.id = ${id}
       and c.account_id = ${accountId}
    returning ${listedColumns}
  `.execute(tx)
  return rows[0] ?? null
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
    update smpp_credentials
       set password_hash = ${passwordHash}, old_password_hash = ${oldPasswordHash}, old_password_until = ${oldPasswordUntil}
     where id = ${id}
       and account_id = ${accountId}
  `.execute(tx)
}

/** False when the account has no such credential, or it is already revoked. */
export async function markSmppRevoked(tx: Tx, accountId: number, id: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    update smpp_credentials
       set revoked_at = ${now}, old_password_hash = null, old_password_until = null
     where id = ${id}
       and account_id = ${accountId}
       and revoked_at is null
    returning id
  `.execute(tx)
  return rows.length > 0
}
