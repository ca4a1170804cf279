/** An engine with its own empty database, on which one measurement runs. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, startServer } from '../test/e2e/server.ts'
import { programIn, root } from '../test/ngoma.ts'
import { startPostgres } from '../test/postgres.ts'

/** Sizes of the measurements. */
export interface Sizes {
  readonly seconds: number
  readonly longSeconds: number
  readonly recipients: number
  readonly messages: number
  readonly contacts: number
  readonly endpoints: number
  readonly rounds: number
}

export interface Stage {
  readonly sizes: Sizes
  /** Settings that select its database. */
  readonly settings: Readonly<Record<string, string>>
  /** Null on the embedded engine. */
  readonly databaseUrl: string | null
  /** The first process of PostgreSQL, and null on the embedded engine. */
  readonly postgresPid: number | null
  /** Another version: its tables and modules may differ from ours. */
  readonly isOtherProgram: boolean
  /** The words that run the measured program. */
  readonly program: readonly string[]
  /** Starts the program with the simulated network. */
  start(settings?: Readonly<Record<string, string>>): Promise<Server>
  remove(): Promise<void>
}

const simulated = { NGOMA_STAGING: 'true', NGOMA_SIMULATOR_DELAY_MS: '100', NGOMA_RECEIPT_CHECK_SECONDS: '60' }

export async function openOnPostgres(programDirectory: string, sizes: Sizes): Promise<Stage> {
  const postgres = await startPostgres({ fsync: true })
  return {
    ...stageOf({ DATABASE_URL: postgres.url }, programDirectory),
    sizes,
    databaseUrl: postgres.url,
    postgresPid: Number(readFileSync(join(postgres.dataDir, 'postmaster.pid'), 'utf8').split('\n')[0]),
    remove: () => postgres.stop(),
  }
}

export async function openEmbedded(programDirectory: string, sizes: Sizes): Promise<Stage> {
  createInitialDatabase(programDirectory)
  const directory = mkdtempSync(join(tmpdir(), 'ngoma-bench-'))
  return {
    ...stageOf({ DATABASE_URL: '', NGOMA_DATA: join(directory, 'data') }, programDirectory),
    sizes,
    databaseUrl: null,
    postgresPid: null,
    remove: async () => rmSync(directory, { recursive: true, force: true }),
  }
}

/** As `npm ci` does it. */
function createInitialDatabase(programDirectory: string): void {
  const script = join(programDirectory, 'bin', 'initial-database.js')
  if (existsSync(script)) execFileSync(process.execPath, [script])
}

function stageOf(settings: Readonly<Record<string, string>>, programDirectory: string) {
  const program = programIn(programDirectory)
  const start = (more: Readonly<Record<string, string>> = {}) =>
    startServer({ ...simulated, ...settings, ...more }, 'all', undefined, undefined, program)
  return { settings, program, start, isOtherProgram: programDirectory !== root }
}
