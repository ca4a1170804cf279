import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Tx } from '../../engine/db/index.ts'
import { refuse } from '../../values/refusal.ts'
import { findPasswordProblem, type PasswordProblem } from './password-rules.ts'
import { passwordLengthMax, passwordLengthMin } from './rules.ts'
import { insertPassword, insertUser } from './store.ts'
import { insertMember } from './store-members.ts'

/** Common passwords of sufficient length, one a line, in lower case. */
const listFile = new URL('./common-passwords.txt.gz', import.meta.url)

/** Reads the list each time: passwords are rarely chosen, and the list is large. */
export async function checkPasswordRules(
  password: string,
  email: string | null,
  names: readonly string[] = [],
): Promise<PasswordProblem | null> {
  const list = `\n${(await promisify(gunzip)(await readFile(listFile))).toString('utf8')}\n`
  const isListed = (one: string) => one !== '' && !one.includes('\n') && list.includes(`\n${one}\n`)
  return findPasswordProblem(password, email, names, isListed)
}

/** Throws for a password that is easy to guess. */
export async function refuseWeakPassword(
  password: string,
  email: string | null,
  names: readonly string[],
): Promise<void> {
  const problem = await checkPasswordRules(password, email, names)
  if (problem !== null) throw refuse(problem)
}

/** Returns the hash in the format of better-auth. Throws for a password that must not be chosen. */
export async function hashChosenPassword(password: string, email: string, names: readonly string[]): Promise<string> {
  if (password.length < passwordLengthMin) throw refuse('password_too_short')
  if (password.length > passwordLengthMax) throw refuse('password_too_long')
  await refuseWeakPassword(password, email, names)
  const { hashPassword } = await import('better-auth/crypto')
  return hashPassword(password)
}

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
