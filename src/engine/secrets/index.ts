import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database, Row } from '../db/index.ts'
import { SecretProblem } from './problem.ts'
import { open, seal } from './seal.ts'

/** Keys for different uses, all derived from one root secret: none of them tells anything about another. */
export interface Secrets {
  key(use: string): Buffer
  /**
   * Encrypts a text for keeping. `bound` says what it belongs to, such as its row: it can't be opened as if it belonged
   * to another.
   */
  seal(use: string, text: string, bound?: string): Buffer
  /** Throws SecretProblem for what was not sealed for this use, by this secret, and bound to this. */
  open(use: string, sealed: Buffer, bound?: string): string
  /** The same where a value that can't be read is shown as such: null. */
  read(use: string, sealed: Buffer, bound?: string): string | null
}

export { listUnreadable, type SealedColumn, type SealedRow } from './sealed-column.ts'
export { SecretProblem }

export interface SecretsOptions {
  /** NGOMA_SECRET. */
  readonly given: string | null
  /** Whether one may be made and kept in the database when none is given. */
  readonly mayMake: boolean
}

const keyBytes = 32
const howToRead = 'select made from root_secret'

const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('ngoma root secret').digest()

/** `made` is the secret itself, when it was made here. */
type Kept = Row<'root_secret', 'made' | 'fingerprint'>

/** Of several processes that start together on an empty database one makes the secret, and all use it. */
export async function openSecrets(db: Database, { given, mayMake }: SecretsOptions): Promise<Secrets> {
  const absent = findAbsent({ given, mayMake }, given === null && !mayMake ? await findKept(db) : null)
  if (absent !== null) throw new SecretProblem(absent)
  const secret = given ?? randomBytes(keyBytes).toString('hex')
  await sql`
    insert into root_secret (made, fingerprint)
    values (${given === null ? secret : null}, ${fingerprintOf(secret)})
        on conflict do nothing
  `.execute(db)
  const kept = await findKept(db)
  const wrong = kept === null ? null : findWrong({ given, mayMake }, kept)
  if (wrong !== null) throw new SecretProblem(wrong)
  // Where one has to be given, none stays in the database: whoever reads a backup must not be able to read with it what
  // is encrypted in there.
  if (given !== null && kept?.made != null && !mayMake) await sql`update root_secret set made = null`.execute(db)
  return secretsFrom(given ?? kept?.made ?? secret)
}

/** Each key is derived once: that takes longer than to encrypt a short text with it. */
function secretsFrom(root: string): Secrets {
  const keys = new Map<string, Buffer>()
  const key = (use: string) => {
    const known = keys.get(use) ?? Buffer.from(hkdfSync('sha256', root, '', `ngoma ${use}`, keyBytes))
    keys.set(use, known)
    return known
  }
  const openWith = (use: string, sealed: Buffer, bound = '') => open(key(use), sealed, { use, bound })
  return {
    key,
    seal: (use, text, bound = '') => seal(key(use), text, bound),
    open: openWith,
    read(use, sealed, bound) {
      try {
        return openWith(use, sealed, bound)
      } catch (error) {
        if (error instanceof SecretProblem) return null
        throw error
      }
    },
  }
}

export type SecretState = { readonly source: 'given' | 'made' | 'to be made' } | { readonly wrong: string }

/** What the secret would be at the next start, or why there would be none. Changes nothing. */
export async function readSecretState(db: Database, { given, mayMake }: SecretsOptions): Promise<SecretState> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass('root_secret') is not null as there`.execute(db)
  const kept = rows[0]?.there ? await findKept(db) : null
  const absent = findAbsent({ given, mayMake }, kept)
  if (absent !== null) return { wrong: absent }
  const wrong = kept === null ? null : findWrong({ given, mayMake }, kept)
  if (wrong !== null) return { wrong }
  return { source: given !== null ? 'given' : kept === null ? 'to be made' : 'made' }
}

/** For those who only look: null when the secret is not the database's, or there is none yet. Changes nothing. */
export async function openReader(db: Database, options: SecretsOptions): Promise<Secrets | null> {
  const kept = await findKept(db)
  if (kept === null || findAbsent(options, kept) !== null || findWrong(options, kept) !== null) return null
  const root = options.given ?? kept.made
  return root === null ? null : secretsFrom(root)
}

/** Why there is no secret where one has to be given; null when there is, or need not be. */
export function findAbsent({ given, mayMake }: SecretsOptions, kept: Kept | null = null): string | null {
  if (given !== null || mayMake) return null
  const wayOut =
    kept?.made == null
      ? 'make one with openssl rand -hex 32'
      : `this database was begun with one of its own, so set that: ${howToRead}`
  return `NGOMA_SECRET must be set with DATABASE_URL outside staging: ${wayOut}`
}

async function findKept(db: Database): Promise<Kept | null> {
  const { rows } = await sql<Kept>`select made, fingerprint from root_secret`.execute(db)
  return rows[0] ?? null
}

/** Why a secret does not fit the one that the database was first used with; null when it does. */
function findWrong({ given, mayMake }: SecretsOptions, { made, fingerprint }: Kept): string | null {
  const root = given ?? made
  if (root === null) return 'NGOMA_SECRET is not set, and this database was first used with one: set it again'
  if (fingerprintOf(root).equals(fingerprint)) return null
  const ownOne = mayMake
    ? 'leave it empty: the database keeps its own'
    : `the database keeps its own, so set that: ${howToRead}`
  const wayOut = made === null ? 'set the one from then' : ownOne
  return `NGOMA_SECRET is not the one that this database was first used with: ${wayOut}`
}
