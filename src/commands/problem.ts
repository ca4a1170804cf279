import { isOutage } from '../engine/db/errors.ts'
import { exitCodes, Failure } from './command.ts'

const silentHost =
  'the host in DATABASE_URL does not answer: is it the right one, and does a firewall let this machine through?'

/** Errors of the system and of PostgreSQL that a person can put right, and how. */
const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program has the port: stop it, or set PORT to another one',
  EADDRNOTAVAIL: 'this machine does not have that address: set HOST to one that it has',
  EACCES: 'the user of this program may not do that',
  EEXIST: 'NGOMA_DATA must be a directory',
  ENOTDIR: 'NGOMA_DATA must be a directory',
  EROFS: 'the file system is read-only: set NGOMA_DATA to a directory that can be written',
  ENOSPC: 'the disk is full',
  ECONNREFUSED: 'nobody listens at the address in DATABASE_URL: is PostgreSQL running there?',
  ENOTFOUND: 'there is no such host: look at DATABASE_URL',
  EAI_AGAIN: 'the name of the host in DATABASE_URL can not be looked up now',
  ETIMEDOUT: silentHost,
  EHOSTUNREACH: silentHost,
  ENETUNREACH: silentHost,
  ERR_INVALID_URL: 'DATABASE_URL is no URL: in a password write @ as %40, : as %3A, / as %2F and # as %23',
  DEPTH_ZERO_SELF_SIGNED_CERT:
    'PostgreSQL shows a certificate that nobody vouches for: give NODE_EXTRA_CA_CERTS its authority',
  SELF_SIGNED_CERT_IN_CHAIN:
    'PostgreSQL shows a certificate that nobody vouches for: give NODE_EXTRA_CA_CERTS its authority',
  '28000': 'PostgreSQL does not let this user in: look at DATABASE_URL and at pg_hba.conf',
  '28P01': 'the user or the password in DATABASE_URL is wrong',
  '3D000': 'that database does not exist yet: create it, or name another one in DATABASE_URL',
  '25006': 'this database takes no writes: DATABASE_URL must lead to the primary, not to a standby',
  '53100': 'the disk of the database is full: free some space',
  '53200': 'the database server is out of memory',
  '53300': 'the database has no connection left: raise its max_connections, or lower NGOMA_DATABASE_CONNECTIONS',
  '42501': 'the user in DATABASE_URL may not do that: it must own the database',
}

/**
 * Errors whose message is all that a person needs. By name: importing them would load half the program to show a help
 * page.
 */
const readable = [
  'BadSetting',
  'BadBackup',
  'DataDirectoryLocked',
  'NotEmpty',
  'SchemaTooNew',
  'SchemaTooOld',
  'SecretProblem',
]

/** Mistakes that a person can put right are said in a line; anything else with its stack. */
export function describeProblem(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (!(error instanceof Error)) return { text: String(error), exitCode: exitCodes.refused }
  if (error instanceof Failure) return { text: error.message, exitCode: error.exitCode }
  if (readable.includes(error.name)) return { text: error.message, exitCode: exitCodes.refused }
  const way = findAdvice(error)
  if (way !== null)
    return {
      text: `${firstLine(error)} (${way})`,
      exitCode: isOutage(error) ? exitCodes.unreachable : exitCodes.refused,
    }
  if (isOutage(error))
    return { text: `the database can't do this now: ${firstLine(error)}`, exitCode: exitCodes.unreachable }
  return { text: error.stack ?? error.message, exitCode: exitCodes.refused }
}

/** What a person can do about an error; null when only its own words help. */
export function findAdvice(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // `pg` gives these no code.
  if (/client password must be a string/.test(error.message))
    return 'PostgreSQL wants a password, and DATABASE_URL has none'
  if (/timeout exceeded when trying to connect|connection timeout/i.test(error.message)) return silentHost
  return advice['code' in error ? String(error.code) : ''] ?? null
}

/** Several addresses of one host that all refuse make an error without a message of its own. */
function firstLine(error: Error): string {
  const said =
    error instanceof AggregateError && error.message === '' ? error.errors.map(String).join('; ') : error.message
  return said.split('\n')[0] ?? ''
}
