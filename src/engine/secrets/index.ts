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

/** Of several processes that start together on an empty database one makes the secret, and all use it. */
export async function openSecrets(db: Database, { given, mayMake }: SecretsOptions): Promise<Secrets> {
  if (given === null && !mayMake) throw new SecretProblem('NGOMA_SECRET must be set with DATABASE_URL outside staging: openssl rand -hex 32 makes one')
  const secret = given ?? randomBytes(keyBytes).toString('hex')
  await sql`
    insert into root_secret (made, fingerprint)
    values (${given === null ? secret : null}, ${fingerprintOf(secret)})
        on conflict do nothing
  `.execute(db)
  const { rows } = await sql<{ made: string | null; fingerprint: Buffer }>`select made, fingerprint from root_secret`.execute(db)
  const kept = rows[0]
  if (given === null && kept?.made == null) throw new SecretProblem('NGOMA_SECRET is not set, and this database was first used with one: set it again')
  const root = given ?? kept?.made ?? secret
  if (!kept || !fingerprintOf(root).equals(kept.fingerprint)) {
    const wayOut = kept?.made == null ? 'set the one from then' : 'leave it empty: the database keeps its own'
    throw new SecretProblem(`NGOMA_SECRET is not the one that this database was first used with: ${wayOut}`)
  }
  return { key: (use) => Buffer.from(hkdfSync('sha256', root, '', `ngoma ${use}`, keyBytes)) }
}
