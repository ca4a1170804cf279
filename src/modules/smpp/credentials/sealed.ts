import { sql } from 'kysely'
import type { SealedColumn, SealedRow, Secrets } from '../../../engine/secrets/index.ts'

const use = 'smpp password hash'

/** The row that a hash belongs to: it cannot be moved to another credential. */
export interface HashOwner {
  readonly accountId: number
  readonly systemId: string
}

const boundTo = ({ accountId, systemId }: HashOwner) => `account ${accountId} system id ${systemId}`

export const sealHash = (secrets: Secrets, owner: HashOwner, hash: string): Buffer =>
  secrets.seal(use, hash, boundTo(owner))

/** Null when it cannot be decrypted; the password must then be rotated. */
export const readHash = (secrets: Secrets, owner: HashOwner, sealed: Buffer): string | null =>
  secrets.read(use, sealed, boundTo(owner))

const ofCredentials = {
  table: 'smpp_credentials',
  key: 'id',
  keyType: 'bigint',
  use,
  reads: ['account_id', 'system_id'],
  bound: ({ account_id, system_id }: SealedRow) =>
    boundTo({ accountId: Number(account_id), systemId: String(system_id) }),
} as const

export const sealedSmpp: readonly SealedColumn[] = [
  {
    ...ofCredentials,
    column: 'password_hash',
    examined: {
      only: sql`revoked_at is null`,
      name: ({ system_id, account_id }) => `password of SMPP credential ${system_id} of account ${account_id}`,
      repair: ({ key, account_id }) => `ngoma smpp rotate ${key} --account ${account_id}`,
    },
  },
  { ...ofCredentials, column: 'old_password_hash', examined: null },
]
