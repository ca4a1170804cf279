import { createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Database } from '../db/index.ts'

/** Keys for different uses, all derived from one root secret: none of them tells anything about another. */
export interface Secrets {
  key(use: string): Buffer
}

/** Why the program can't go on with the root secret that it was given, or not given. The message is all that a person needs. */
export class SecretProblem extends Error {
  override readonly name = 'SecretProblem'
}

export interface SecretsOptions {
  /** NGOMA_SECRET. */
  readonly given: string | null
  /** Whether one may be made and kept in the database when none is given. */
  readonly mayMake: boolean
}

const keyBytes = 32

const fingerprintOf = (secret: string) => createHmac('sha256', secret).update('ngoma root secret').digest()

interface Kept {
  /** The secret itself, when it was made here. */
  readonly made: string | null
  readonly fingerprint: Buffer
}

/** Of several processes that start together on an empty database one makes the secret, and all use it. */
export async function openSecrets(db: Database, { given, mayMake }: SecretsOptions): Promise<Secrets> {
  const absent = findAbsent({ given, mayMake })
  if (absent !== null) throw new SecretProblem(absent)
  const secret = given ?? randomBytes(keyBytes).toString('hex')
  await sql`
    insert into root_secret (made, fingerprint)
    values (${given === null ? secret : null}, ${fingerprintOf(secret)})
        on conflict do nothing
  `.execute(db)
  const kept = await findKept(db)
  const wrong = kept === null ? null : findWrong(given, kept)
  if (wrong !== null) throw new SecretProblem(wrong)
  const root = given ?? kept?.made ?? secret
  return { key: (use) => Buffer.from(hkdfSync('sha256', root, '', `ngoma ${use}`, keyBytes)) }
}

export type SecretState = { readonly source: 'given' | 'made' | 'to be made' } | { readonly wrong: string }

/** What the secret would be at the next start, or why there would be none. Changes nothing. */
export async function readSecretState(db: Database, { given, mayMake }: SecretsOptions): Promise<SecretState> {
  const absent = findAbsent({ given, mayMake })
  if (absent !== null) return { wrong: absent }
  const { rows } = await sql<{ there: boolean }>`select to_regclass('root_secret') is not null as there`.execute(db)
  const kept = rows[0]?.there ? await findKept(db) : null
  const wrong = kept === null ? null : findWrong(given, kept)
  if (wrong !== null) return { wrong }
  return { source: given !== null ? 'given' : kept === null ? 'to be made' : 'made' }
}

/** What is wrong before the database is even asked; null when nothing is. */
export function findAbsent({ given, mayMake }: SecretsOptions): string | null {
  return given === null && !mayMake ? 'NGOMA_SECRET must be set with DATABASE_URL outside staging: make one with openssl rand -hex 32' : null
}

async function findKept(db: Database): Promise<Kept | null> {
  const { rows } = await sql<Kept>`select made, fingerprint from root_secret`.execute(db)
  return rows[0] ?? null
}

/** Why a secret does not fit the one that the database was first used with; null when it does. */
function findWrong(given: string | null, { made, fingerprint }: Kept): string | null {
  const root = given ?? made
  if (root === null) return 'NGOMA_SECRET is not set, and this database was first used with one: set it again'
  if (fingerprintOf(root).equals(fingerprint)) return null
  const wayOut = made === null ? 'set the one from then' : 'leave it empty: the database keeps its own'
  return `NGOMA_SECRET is not the one that this database was first used with: ${wayOut}`
}
