import { isOutage } from '../engine/db/errors.ts'
import { exitCodes, Failure } from './command.ts'

const silentHost =
  'the host in DATABASE_URL does not respond: check the host name, and that no firewall blocks this machine'
const untrustedCertificate =
  "the certificate of PostgreSQL is not trusted: set NODE_EXTRA_CA_CERTS to its certificate authority's file"

/** System and PostgreSQL errors that an operator can fix, by code. */
const advice: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program uses this port: stop it, or set PORT to a free port',
  EADDRNOTAVAIL: 'this machine does not have that address: set HOST to one of its addresses',
  EACCES: 'the user that runs Ngoma lacks permission',
  EEXIST: 'NGOMA_DATA must be a directory',
  ENOTDIR: 'NGOMA_DATA must be a directory',
  EROFS: 'the file system is read-only: set NGOMA_DATA to a writable directory',
  ENOSPC: 'the disk is full',
  ECONNREFUSED: 'nothing listens at the address in DATABASE_URL: check that PostgreSQL is running there',
  ENOTFOUND: 'unknown host: check DATABASE_URL',
  EAI_AGAIN: 'the host name in DATABASE_URL cannot be resolved at the moment: check the DNS of this machine',
  ETIMEDOUT: silentHost,
  EHOSTUNREACH: silentHost,
  ENETUNREACH: silentHost,
  ERR_INVALID_URL: 'DATABASE_URL is not a valid URL: in a password write @ as %40, : as %3A, / as %2F and # as %23',
  DEPTH_ZERO_SELF_SIGNED_CERT: untrustedCertificate,
  SELF_SIGNED_CERT_IN_CHAIN: untrustedCertificate,
  '28000': 'PostgreSQL rejected this user: check DATABASE_URL and pg_hba.conf',
  '28P01': 'the user name or the password in DATABASE_URL is wrong',
  '3D000': 'that database does not exist: create it, or name another one in DATABASE_URL',
  '25006': 'this database is read-only: DATABASE_URL must point to the primary, not to a standby',
  '53100': 'the disk of the database server is full: free some space',
  '53200': 'the database server is out of memory',
  '53300':
    'all database connections are in use: raise max_connections of PostgreSQL, or lower NGOMA_DATABASE_CONNECTIONS',
  '42501': 'the user in DATABASE_URL lacks permission: it must own the database',
}

/** Errors that are shown without a stack. By name, because importing them would load half the program for a help page. */
const readable = [
  'BadSetting',
  'BadBackup',
  'DataDirectoryLocked',
  'EmptyDatabase',
  'NotEmpty',
  'SchemaTooNew',
  'SchemaTooOld',
  'SecretProblem',
]

/** One line for a mistake that a user can fix; the stack for any other error. */
export function describeProblem(error: unknown): { readonly text: string; readonly exitCode: number } {
  if (!(error instanceof Error)) return { text: String(error), exitCode: exitCodes.refused }
  if (error instanceof Failure) return { text: error.message, exitCode: error.exitCode }
  if (error.name === 'MigrationBlocked') return { text: error.message, exitCode: exitCodes.unreachable }
  if (readable.includes(error.name)) return { text: error.message, exitCode: exitCodes.refused }
  const fix = findAdvice(error)
  if (fix !== null)
    return {
      text: `${firstLine(error)} (${fix})`,
      exitCode: isOutage(error) ? exitCodes.unreachable : exitCodes.refused,
    }
  if (isOutage(error))
    return { text: `the database is unavailable: ${firstLine(error)}`, exitCode: exitCodes.unreachable }
  return { text: error.stack ?? error.message, exitCode: exitCodes.refused }
}

/** How to fix an error; null when there is no advice for it. */
export function findAdvice(error: unknown): string | null {
  if (!(error instanceof Error)) return null
  // `pg` sets no code on these.
  if (/client password must be a string/.test(error.message))
    return 'PostgreSQL requires a password: add it to DATABASE_URL'
  if (/timeout exceeded when trying to connect|connection timeout/i.test(error.message)) return silentHost
  // In some versions of PostgreSQL without the code of a full disk.
  if (/could not write init file|no space left on device/i.test(error.message)) return advice['53100'] ?? null
  return advice['code' in error ? String(error.code) : ''] ?? null
}

/** A host with several addresses that all refuse causes an AggregateError without a message. */
function firstLine(error: Error): string {
  const message =
    error instanceof AggregateError && error.message === '' ? error.errors.map(String).join('; ') : error.message
  return message.split('\n')[0] ?? ''
}
