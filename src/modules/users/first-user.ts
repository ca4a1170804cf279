import { randomBytes, randomUUID } from 'node:crypto'
import type { Tx } from '../../engine/db/index.ts'
import { insertPassword, insertUser } from './store.ts'
import { insertMember } from './store-members.ts'

/** Shown once: only a hash of the password is stored. */
export interface FirstUser {
  readonly email: string
  readonly password: string
}

/** The first user is an operator and owns the first account. */
export async function createFirstUser(
  tx: Tx,
  accountId: number,
  email: string,
  chosen: string | null,
  now: Date,
): Promise<FirstUser> {
  const id = randomUUID()
  const password = chosen ?? randomBytes(9).toString('base64url')
  // Imported here because only the first start of a database needs it.
  const { hashPassword } = await import('better-auth/crypto')
  await insertUser(tx, { id, email, name: 'Owner', operator: true })
  await insertPassword(tx, id, await hashPassword(password))
  await insertMember(tx, accountId, id, 'owner', now)
  return { email, password }
}
