import { randomBytes, randomInt, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import type { SealedColumn, SealedRow, Secrets } from '../../engine/secrets/index.ts'

/**
 * A slow hash of a password, with its salt and parameters. A password of 8 characters can be guessed from any hash, so
 * hashes are only stored sealed. The cost is chosen for many customers who connect again at the same time.
 */
const parameters = { N: 16_384, r: 8, p: 1 }
const saltBytes = 16
const hashBytes = 32

export async function hashPassword(password: string): Promise<string> {
  const { N, r, p } = parameters
  const salt = randomBytes(saltBytes)
  const hash = await derive(password, salt, hashBytes, parameters)
  return ['scrypt', N, r, p, salt.toString('base64'), hash.toString('base64')].join(':')
}

/** False for a text that is not a hash, too. */
export async function matchesHash(password: string, text: string): Promise<boolean> {
  const [kind, N, r, p, salt = '', hash = ''] = text.split(':')
  if (kind !== 'scrypt') return false
  const expected = Buffer.from(hash, 'base64')
  const options = { N: Number(N), r: Number(r), p: Number(p) }
  return timingSafeEqual(await derive(password, Buffer.from(salt, 'base64'), expected.length, options), expected)
}

const derive = (password: string, salt: Buffer, bytes: number, options: ScryptOptions): Promise<Buffer> =>
  new Promise((resolve, reject) =>
    scrypt(password, salt, bytes, options, (error, hash) => (error === null ? resolve(hash) : reject(error))),
  )

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
  table: 'credentials',
  key: 'id',
  keyType: 'bigint',
  use,
  reads: ['account_id', 'login'],
  bound: ({ account_id, login }: SealedRow) => boundTo({ accountId: Number(account_id), systemId: String(login) }),
} as const

export const sealedPasswords: readonly SealedColumn[] = [
  {
    ...ofCredentials,
    column: 'password_hash',
    examined: {
      only: sql`revoked_at is null`,
      name: ({ login, account_id }) => `password of SMPP credential ${login} of account ${account_id}`,
      repair: ({ key, account_id }) => `ngoma credential rotate ${key} --account ${account_id}`,
    },
  },
  { ...ofCredentials, column: 'old_password_hash', examined: null },
]

/** SMPP 3.4 allows 15 characters. Others would need quoting in the configuration of clients. */
export const isSystemId = (text: string): boolean => /^[A-Za-z0-9_.-]{1,15}$/.test(text)

/** Without 0, 1, I, O and l, which look alike. */
const clearCharacters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'
const clearLowerCase = 'abcdefghijkmnpqrstuvwxyz23456789'
/** SMPP 3.4 allows no more. */
const passwordLength = 8

const choose = (characters: string, length: number) =>
  Array.from({ length }, () => characters[randomInt(characters.length)]).join('')

export const makePassword = (): string => choose(clearCharacters, passwordLength)

/** Lower case, because some clients change the case of user names. */
export const makeSystemId = (): string => choose(clearLowerCase, 8)
