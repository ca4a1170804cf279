/** A complete server for a test: its own database on either engine, a movable clock and the simulated network. */
import { createHash, randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe } from 'node:test'
import type { InjectOptions } from 'fastify'
import pg from 'pg'
import { type App, openApp } from '../src/app.ts'
import { type Config, readConfig } from '../src/config.ts'
import type { ProcessRole } from '../src/context.ts'
import { createClock, type MovableClock } from '../src/engine/clock.ts'
import { createDatabase, type Database } from '../src/engine/db/database.ts'
import { openEmbedded } from '../src/engine/db/embedded.ts'
import { migrate } from '../src/engine/db/migrate.ts'
import { createLog } from '../src/engine/log.ts'
import { migrationsDirectory } from '../src/migrations.ts'
import { firstAccountId } from '../src/modules/accounts/index.ts'
import { checkAgainstDocument } from './documented.ts'
import { databaseFiles } from './embedded.ts'
import { openUrl } from './open-url.ts'
import { apiKey, apiSecret, authorization, secret, sendBody } from './send-body.ts'

export { apiKey, apiSecret, authorization, basic, orderBody, secret, sendBody } from './send-body.ts'
export { until } from './until.ts'
export { openUrl }

export type EngineName = Database['engine']

/** The PostgreSQL server of the tests. `npm test` starts one if PostgreSQL is installed. */
export const postgresUrl = process.env.NGOMA_TEST_DATABASE_URL ?? null

/** `embedded`, or `PostgreSQL` with its version; by default both engines are tested. */
const { NGOMA_TEST_ENGINE: onlyEngine } = process.env

/** Runs a suite on both engines. */
export function onBothEngines(title: string, define: (engine: EngineName) => void): void {
  const isElsewhere = (onlyEngine ?? 'embedded') !== 'embedded'
  if (!isElsewhere) describe(`${title} (embedded)`, () => define('embedded'))
  const skip = postgresUrl === null && 'PostgreSQL is not installed'
  describe(`${title} (${isElsewhere ? onlyEngine : 'PostgreSQL'})`, { skip }, () => define('postgres'))
}

/** Runs a suite on PostgreSQL, or on the embedded engine if that is not installed: the engine makes no difference. */
export function onOneEngine(title: string, define: (engine: EngineName) => void): void {
  describe(title, () => define(postgresUrl === null ? 'embedded' : 'postgres'))
}

export interface TestDatabase {
  readonly db: Database
  /** Null on the embedded engine. */
  readonly url: string | null
  /** Closes and removes the database. */
  drop(): Promise<void>
}

/** A new database, copied from one that is migrated once for all tests. */
export function openTestDatabase(engine: EngineName): Promise<TestDatabase> {
  return engine === 'embedded' ? openCopyOfFiles(schemaName(), migrationsDirectory) : openCopyOfTemplate()
}

/** A new database without tables. */
export function openEmptyDatabase(engine: EngineName): Promise<TestDatabase> {
  return engine === 'embedded' ? openCopyOfFiles(`${schemaName()}_empty`, null) : createPostgresDatabase('template0')
}

let knownSchema: string | null = null

function schemaName(): string {
  if (knownSchema !== null) return knownSchema
  const hash = createHash('sha256')
  for (const file of readdirSync(migrationsDirectory).sort())
    hash.update(file).update(readFileSync(join(migrationsDirectory, file)))
  for (const file of ['../src/engine/db/migrate.ts', './embedded.ts'])
    hash.update(readFileSync(new URL(file, import.meta.url)))
  knownSchema = `ngoma_test_${hash.digest('hex').slice(0, 12)}`
  return knownSchema
}

async function openCopyOfFiles(name: string, directory: string | null): Promise<TestDatabase> {
  const db = createDatabase(await openEmbedded({ directory: null, fs: await databaseFiles(name, directory) }))
  return { db, url: null, drop: () => db.close() }
}

let template: Promise<string> | null = null

async function openCopyOfTemplate(): Promise<TestDatabase> {
  template ??= makeTemplate(schemaName())
  return createPostgresDatabase(await template)
}

async function makeTemplate(name: string): Promise<string> {
  await withAdmin(async (admin) => {
    await admin.query(`select pg_advisory_lock(hashtext('ngoma test template'))`)
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount !== 0) return
    await admin.query(`create database ${name}_draft`)
    const draft = openUrl(urlOf(`${name}_draft`))
    await migrate(draft, migrationsDirectory)
    await draft.close()
    await admin.query(`alter database ${name}_draft rename to ${name}`)
  })
  return name
}

async function createPostgresDatabase(template: string): Promise<TestDatabase> {
  const name = `ngoma_test_${randomUUID().replaceAll('-', '')}`
  // The other strategy also writes every page to the WAL, which takes five times as long without fsync.
  await withAdmin((admin) => admin.query(`create database ${name} template ${template} strategy file_copy`))
  const url = urlOf(name)
  const db = openUrl(url)
  return {
    db,
    url,
    async drop() {
      await db.close()
      await withAdmin((admin) => admin.query(`drop database ${name} with (force)`))
    },
  }
}

function urlOf(database: string): string {
  const url = new URL(postgresUrl ?? '')
  url.pathname = `/${database}`
  return url.href
}

async function withAdmin(run: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  if (postgresUrl === null) throw new Error('set NGOMA_TEST_DATABASE_URL, or use npm test')
  const admin = new pg.Client({ connectionString: postgresUrl })
  await admin.connect()
  try {
    await run(admin)
  } finally {
    await admin.end()
  }
}

export interface Answer {
  readonly status: number
  readonly headers: Record<string, unknown>
  // biome-ignore lint/suspicious/noExplicitAny: tests assert the fields they expect
  readonly body: any
  readonly text: string
}

export interface World {
  readonly app: App
  readonly db: Database
  readonly clock: MovableClock
  /** Null on the embedded engine. */
  readonly url: string | null
  /** All log lines. */
  readonly logs: string[]
  /** The account of `request`. */
  readonly accountId: number
  readonly apiKey: string
  readonly apiSecret: string
  /** The header with this key. */
  readonly authorization: string
  /** Sends a request as the account, unless `headers` differ. Undefined headers are omitted. */
  request(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    options?: { readonly body?: unknown; readonly headers?: Record<string, string | undefined> },
  ): Promise<Answer>
  /** POST /v1/send with a valid body and changed fields. */
  send(change?: Record<string, unknown>, headers?: Record<string, string | undefined>): Promise<Answer>
  /** Delivery reports of a request, by number. */
  statuses(requestId: string): Promise<Map<string, string>>
  /** Listens on a free port at the first call; returns the URL. */
  listen(): Promise<string>
  /** Throws if an answer since the last call was not documented. */
  assertDocumented(): void
  close(): Promise<void>
}

export interface WorldOptions {
  readonly config?: Partial<Config>
  readonly startAt?: Date
  /** An existing database, which is kept when the world is closed. */
  readonly database?: TestDatabase
  /** Defaults to all roles. */
  readonly role?: ProcessRole
  /** Receives the log lines instead of `logs`. */
  readonly onLog?: (line: string) => void
}

/** Back-pressure is off by default, because moving the clock makes the queue old at once. */
export async function openWorld(
  engine: EngineName,
  { config = {}, startAt, database, role = 'all', onLog }: WorldOptions = {},
): Promise<World> {
  const { db, url, drop } = database ? { ...database, drop: async () => {} } : await openTestDatabase(engine)
  const clock = createClock(startAt)
  const logs: string[] = []
  const log = createLog('debug', { write: onLog ?? ((line) => void logs.push(line)) })
  const defaults: Config = {
    ...readConfig({}),
    staging: true,
    simulatorDelayMs: 10,
    queueAgeSeconds: 0,
    // Tests send many requests at once, from one account and one address.
    readsPerSecond: 0,
    consoleRequestsPerSecond: 0,
    dataDirectory: tmpdir(),
    secret,
    apiKey,
    apiSecret,
  }
  // The app does not close the database, because `drop` does.
  const app = await openApp({
    config: { ...defaults, ...config },
    db: { ...db, close: async () => {} },
    clock,
    log,
    role,
  })
  const undocumented = checkAgainstDocument(app.http)
  await app.start()
  if (config.smppPort !== undefined || config.smppTlsPort !== undefined) await app.listenSmpp({ reusePort: false })

  const assertDocumented = () => {
    if (undocumented.length > 0) throw new Error(undocumented.splice(0).join('\n'))
  }
  const request: World['request'] = async (method, path, { body, headers = {} } = {}) => {
    const all = { authorization, 'content-type': body === undefined ? undefined : 'application/json', ...headers }
    const given = Object.fromEntries(
      Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined),
    )
    const payload =
      body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }
    const response = await app.http.inject({ method, url: path, headers: given, ...payload } satisfies InjectOptions)
    assertDocumented()
    return {
      status: response.statusCode,
      headers: response.headers,
      text: response.body,
      body: response.body === '' ? null : JSON.parse(response.body),
    }
  }

  let address: Promise<string> | null = null
  return {
    app,
    db,
    clock,
    url,
    logs,
    accountId: firstAccountId,
    apiKey,
    apiSecret,
    authorization,
    ...callsWith(request),
    listen: () => (address ??= app.http.listen({ host: '127.0.0.1', port: 0 })),
    assertDocumented,
    async close() {
      await app.close()
      await drop()
      assertDocumented()
    },
  }
}

/** The calls of a world. */
export const callsWith = (request: World['request']): Pick<World, 'request' | 'send' | 'statuses'> => ({
  request,
  send: (change, headers = {}) => request('POST', '/v1/send', { body: sendBody(change), headers }),
  async statuses(requestId) {
    const { body } = await request('GET', `/public/v1/delivery-reports?request_id=${requestId}`)
    return new Map(body.map(({ dest_addr, status }: { dest_addr: string; status: string }) => [dest_addr, status]))
  },
})
