import type { Logger } from 'pino'
import { modules, openAll } from './app/modules.ts'
import { openRoutes } from './app/routes.ts'
import { type Config, secretsOf } from './config.ts'
import type { ProcessRole } from './context.ts'
import type { MovableClock } from './engine/clock.ts'
import { type Database, migrate, readSchemaState, SchemaTooOld } from './engine/db/index.ts'
import { type Hosts, labelOf } from './engine/http/index.ts'
import { readSecretState, rotateWork, SecretProblem } from './engine/secrets/index.ts'
import { startJobs } from './engine/work/index.ts'
import { migrationsDirectory, waitsForTable } from './migrations.ts'
import { type Base, collect } from './module.ts'
import { accountExists, firstAccountId } from './modules/accounts/index.ts'
import { importWork } from './modules/contacts/index.ts'
import { applyErasures, eraseWork } from './modules/privacy/index.ts'

export type App = Awaited<ReturnType<typeof openApp>>

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  /** The real time; operators may move it in staging. */
  readonly clock: MovableClock
  readonly log: Logger
  readonly role?: ProcessRole
  /** False when the caller wakes the workers itself after moving the clock. */
  readonly eagerWork?: boolean
  /** Reads the metrics of all processes that share a port. Default: those of this app. */
  readonly readMetrics?: () => Promise<string>
}

/** Migrates the schema, opens the modules, then starts HTTP and background work by role. */
export async function openApp(options: AppOptions) {
  const { config, db, clock, log, role = 'all', eagerWork = true } = options
  await refuseWrongSecret(db, config)
  if (role === 'command') {
    await refuseOldSchema(db)
    await refuseEmpty(db, config)
  }
  const applied = await migrate(db, migrationsDirectory, {
    onWait: (tries, blockers) => log.warn({ tries, blockers }, waitsForTable),
    onNewer: ({ programSchema, databaseSchema }) =>
      log.warn(
        { schema: programSchema, databaseSchema },
        'the database schema is newer than this version but compatible: no migrations applied',
      ),
  })
  if (applied.length > 0) log.info({ applied }, 'migrations applied')

  const works = role === 'all' || role === 'worker'
  const hasBinds = (role === 'all' || role === 'api') && (config.smppPort ?? config.smppTlsPort) !== null
  const base: Base = { config, db, clock, log, role, works, hasBinds, eagerWork, modules, hosts: hostsOf(config) }
  const { app, call, close } = await openAll(base)
  const { ctx, sms, smpp, airtime, otp, chat, contacts, erasure, first, secrets } = app
  const { http, draining, controlHeaders, warmUp } = await openRoutes({ app, call }, options.readMetrics)
  const closePorts = async () => {
    await Promise.all([http.close(), smpp.close()])
  }
  return {
    http,
    sms,
    airtime,
    chat,
    otp,
    smpp,
    /** Credentials of the first account, if this run created it. */
    first,
    controlHeaders,
    /** After the start: loads what the first users need, in small steps. A worker has no users. */
    warmUp,
    /**
     * Keeps serving, but `/ready` fails and every response closes its connection. Accepts no further SMPP connections.
     * Call it before `close`.
     */
    drain() {
      draining.begin()
      smpp.drain()
    },
    /** Starts dispatching messages and all other background work. Requests accepted before are stored and wait. */
    async start() {
      await Promise.all(call('start'))
      if (works) await startJobs(ctx, call('jobs'))
    },
    /** Accepts customers over SMPP, on the ports of the settings. A worker accepts none. */
    listenSmpp: async (options: { readonly reusePort: boolean }) =>
      role === 'worker' ? smpp.ports : smpp.listen(options),
    // The next three run only one kind of work, for a command that waits for it while no server runs.
    startImports: () => ctx.work.add(importWork(contacts)),
    startRotation: () => ctx.work.add(rotateWork({ ...ctx, secrets }, collect(modules, 'sealed'))),
    startErasures: () => ctx.work.add(eraseWork(erasure)),
    /** Repeats the erasures of the files that are younger than a restored backup. */
    applyErasures: (paths: readonly string[], backupTime: Date) => applyErasures(erasure, paths, backupTime),
    /** Answers open requests, then accepts none. `close` does so too. */
    closePorts,
    /** Stops accepting requests, finishes accepted work and closes everything, the database last. */
    async close() {
      await closePorts()
      await close()
    },
  }
}

/** Areas with dedicated host names. */
const hostsOf = (config: Config): Hosts =>
  new Map(
    modules
      .flatMap(({ hosts }) => Object.entries(hosts?.(config) ?? {}))
      .flatMap(([area, own]) => (own === null ? [] : [[area, own] as const])),
  )

/** Runs before migrations, so that a failed start leaves the database unchanged. */
async function refuseWrongSecret(db: Database, config: Config): Promise<void> {
  const state = await readSecretState(db, secretsOf(config))
  if ('wrong' in state) throw new SecretProblem(state.wrong)
}

/** Thrown when a command finds no installation. */
class EmptyDatabase extends Error {
  override readonly name = 'EmptyDatabase'
}

/** Only a server sets up an empty database: it may be the wrong one, or the target of a restore. */
async function refuseEmpty(db: Database, { databaseUrl, dataDirectory }: Config): Promise<void> {
  const { applied } = await readSchemaState(db, migrationsDirectory)
  if (applied.length > 0 && (await accountExists(db, firstAccountId))) return
  const [place, setting] =
    databaseUrl === null
      ? [`the data directory ${dataDirectory}`, 'NGOMA_DATA']
      : [`the database ${labelOf(databaseUrl)}`, 'DATABASE_URL']
  throw new EmptyDatabase(
    `${place} is empty. Set it up with "ngoma serve", or restore a backup with "ngoma restore". If it should not be empty, check ${setting}.`,
  )
}

/** A command must not migrate the database while servers of an older version use it. */
export async function refuseOldSchema(db: Database): Promise<void> {
  const { applied, missing } = await readSchemaState(db, migrationsDirectory)
  if (applied.length > 0 && missing.length > 0)
    throw new SchemaTooOld(`missing migrations: ${missing.join(', ')}. Run ngoma migrate, or start the server`)
}
