/** The program as a process of its own, on a temporary PostgreSQL. */
import pg from 'pg'
import type { Database } from '../src/engine/db/index.ts'
import { type Server, startServer } from '../test/e2e/server.ts'
import { program } from '../test/ngoma.ts'
import { openUrl } from '../test/open-url.ts'
import { startPostgres } from '../test/postgres.ts'
import { secret } from '../test/send-body.ts'

/** Memory as on a small server, for tables that are filled first. */
export const filledSettings = {
  shared_buffers: '1GB',
  max_wal_size: '8GB',
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/** Memory as in production; fewer checkpoints, which would disturb only one of two compared databases. */
export const comparedSettings = { ...filledSettings, max_wal_size: '16GB', checkpoint_timeout: '30min' }

const serverSettings = (url: string) => ({
  DATABASE_URL: url,
  NGOMA_STAGING: 'true',
  NGOMA_SECRET: secret,
})

/** Two servers on databases of different sizes. */
export const comparedServerSettings = (url: string) => ({
  ...serverSettings(url),
  NGOMA_SIMULATOR_DELAY_MS: '100',
  NGOMA_RECEIPT_CHECK_SECONDS: '60',
})

interface Running {
  readonly server: Server
  readonly db: Database
  readonly url: string
}

interface ProgramOptions {
  readonly fsync: boolean
  readonly postgresSettings?: Readonly<Record<string, string>>
  readonly settings?: Readonly<Record<string, string>>
  readonly role?: string
  /** The words that run it, if not this checkout. */
  readonly program?: readonly string[]
}

/** Stops both when `run` has ended. */
export async function withProgram<Result>(
  { fsync, postgresSettings = {}, settings, role, program: words = program }: ProgramOptions,
  run: (running: Running) => Promise<Result>,
): Promise<Result> {
  const postgres = await startPostgres({ fsync, settings: postgresSettings })
  const { url } = postgres
  const closers: (() => Promise<unknown>)[] = [() => postgres.stop()]
  try {
    const server = await startServer({ ...serverSettings(url), ...settings }, role, undefined, undefined, words)
    closers.push(() => server.kill())
    const db = openUrl(url)
    closers.push(() => db.close())
    return await run({ server, db, url })
  } finally {
    for (const close of closers.toReversed()) await close()
  }
}

/** A database of a server, created unless it exists. */
export async function openDatabaseOn(serverUrl: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${name}`)
    const url = new URL(serverUrl)
    url.pathname = `/${name}`
    return url.href
  } finally {
    await client.end()
  }
}
