import { randomBytes, randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Tx } from '../../engine/db/index.ts'
import { refuse } from '../../values/refusal.ts'
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

export type PasswordProblem = 'password_too_common' | 'password_is_email'

/** In passwords, the name of the product is as easy to guess as a common word. */
const productName = 'ngoma'

const lettersOf = (text: string) => text.toLowerCase().replace(/\P{L}+/gu, '')

/**
 * `names` are those of the user's accounts. `isListed` looks up the list of common passwords. Digits and signs after a
 * listed password are ignored, because attackers try those too.
 */
function findPasswordProblem(
  password: string,
  email: string | null,
  names: readonly string[],
  isListed: (password: string) => boolean,
): PasswordProblem | null {
  const typed = password.trim().toLowerCase()
  const forms = [typed, typed.replace(/\P{L}+$/u, '')]
  const own = email === null ? [] : [email, email.slice(0, email.indexOf('@'))]
  if (forms.some((form) => own.includes(form))) return 'password_is_email'
  const letters = lettersOf(typed)
  const isName = letters !== '' && [productName, ...names].some((name) => lettersOf(name) === letters)
  return isName || isPattern(typed) || forms.some(isListed) ? 'password_too_common' : null
}

/** Repeated groups or sequences: 12121212, abcdefgh, 87654321. */
function isPattern(text: string): boolean {
  if (/^(.{1,4})\1+$/u.test(text)) return true
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index))
  return steps.every((step) => step === 1) || steps.every((step) => step === -1)
}
