/** Finds the installed PostgreSQL programs. */
import { execFileSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'

const versionMin = 15

/** Directories of Debian, Red Hat, Alpine and macOS, which are usually not in PATH. */
const usualPlaces = [
  '/usr/lib/postgresql/*/bin',
  '/usr/pgsql-*/bin',
  '/usr/libexec/postgresql*',
  '/opt/homebrew/opt/postgresql@*/bin',
  '/usr/local/opt/postgresql@*/bin',
  '/Applications/Postgres.app/Contents/Versions/*/bin',
]

/** The directory of `initdb` and `postgres`; null if no recent version is installed. */
export function findPostgres(): string | null {
  return installations().find(({ version }) => version >= versionMin)?.directory ?? null
}

/** The message if `findPostgres` returns null. */
export function missingPostgres(): string {
  const older = installations()[0]
  const found = older === undefined ? 'was not found' : `is needed, ${older.directory} has ${older.version}`
  return `PostgreSQL ${versionMin} or later ${found} (install it, on Debian with apt-get install postgresql, or set NGOMA_TEST_DATABASE_URL)`
}

interface Installation {
  readonly directory: string
  readonly version: number
}

/** In order of preference. */
function installations(): Installation[] {
  const configured = output('pg_config', ['--bindir'])
  const usual = globSync(usualPlaces).map(installationIn)
  const onPath = (process.env.PATH ?? '').split(delimiter).map(installationIn)
  return [
    configured === null ? null : installationIn(configured),
    ...usual.filter((found) => found !== null).toSorted((a, b) => b.version - a.version),
    ...onPath,
  ].filter((found) => found !== null)
}

function installationIn(directory: string): Installation | null {
  if (!existsSync(join(directory, 'initdb')) || !existsSync(join(directory, 'postgres'))) return null
  const version = output(join(directory, 'postgres'), ['--version'])?.match(/ (\d+)/)?.[1]
  return version === undefined ? null : { directory, version: Number(version) }
}

export function output(program: string, parameters: readonly string[]): string | null {
  try {
    return execFileSync(program, parameters, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return null
  }
}
