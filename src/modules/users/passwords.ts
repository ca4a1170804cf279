import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { passwordLengthRefused, passwordRefused } from './errors.ts'
import { findPasswordProblem, type PasswordProblem } from './password-rules.ts'
import { passwordLengthMax, passwordLengthMin } from './rules.ts'

/** Common passwords of sufficient length, one a line, in lower case. */
const listFile = new URL('./common-passwords.txt.gz', import.meta.url)

/** Reads the list each time: passwords are rarely chosen, and the list is large. */
export async function judgePassword(
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
  const problem = await judgePassword(password, email, names)
  if (problem !== null) throw passwordRefused(problem)
}

/** Returns the hash in the format of better-auth. Throws for a password that must not be chosen. */
export async function hashChosenPassword(password: string, email: string, names: readonly string[]): Promise<string> {
  if (password.length < passwordLengthMin || password.length > passwordLengthMax)
    throw passwordLengthRefused(password.length)
  await refuseWeakPassword(password, email, names)
  const { hashPassword } = await import('better-auth/crypto')
  return hashPassword(password)
}
