import type { FastifyInstance } from 'fastify'
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
import type { FirstCredentials } from './first-run.ts'
import { migrationsDirectory, waitsForTable } from './migrations.ts'
import { type Base, collect } from './module.ts'
import { accountExists, firstAccountId } from './modules/accounts/index.ts'
import type { AirtimeContext } from './modules/airtime/index.ts'
import type { ChatContext } from './modules/chat/index.ts'
import { importWork } from './modules/contacts/index.ts'
import type { OtpContext } from './modules/otp/index.ts'
import { type AppliedErasures, applyErasures, eraseWork } from './modules/privacy/index.ts'
import type { SmppPorts, SmppServer } from './modules/smpp/index.ts'
import type { SmsContext } from './modules/sms/index.ts'

export interface App {
  readonly http: FastifyInstance
  readonly sms: SmsContext
  readonly airtime: AirtimeContext
  readonly chat: ChatContext
  readonly otp: OtpContext
  readonly smpp: SmppServer
  /** Credentials of the first account, if this run created it. */
  readonly first: FirstCredentials | null
  /**
   * Headers that authenticate the command line on this machine with full access to the console. They never leave this
   * process.
   */
  readonly controlHeaders: Readonly<Record<string, string>>
  /** Starts dispatching messages and all other background work. Requests accepted before are stored and wait. */
  start(): Promise<void>
  /** After the start: loads what the first users need, in small steps. A worker has no users. */
  warmUp(): Promise<void>
  /** Accepts customers over SMPP, on the ports of the settings. A worker accepts none. */
  listenSmpp(options: { readonly reusePort: boolean }): Promise<SmppPorts>
  /** Runs contact imports only, for a command that waits for one while no server runs. */
  startImports(): void
  /** Runs only the rotation of the root secret, for a command that waits for it while no server runs. */
  startRotation(): void
  /** Runs only erasures, for a command that waits for one while no server runs. */
  startErasures(): void
  /** Repeats the erasures of the files that are younger than a restored backup. */
  applyErasures(paths: readonly string[], backupTime: Date): Promise<AppliedErasures>
  /**
   * Keeps serving, but `/ready` fails and every response closes its connection. Accepts no further SMPP connections.
   * Call it before `close`.
   */
  drain(): void
  /** Answers open requests, then accepts none. `close` does so too. */
  closePorts(): Promise<void>
  /** Stops accepting requests, finishes accepted work and closes everything, the database last. */
  close(): Promise<void>
}

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
export async function openApp(options: AppOptions): Promise<App> {
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
    first,
    controlHeaders,
    warmUp,
    drain() {
      draining.begin()
      smpp.drain()
    },
    async start() {
      await Promise.all(call('start'))
      if (works) await startJobs(ctx, call('jobs'))
    },
    listenSmpp: async (options) => (role === 'worker' ? smpp.ports : smpp.listen(options)),
    startImports: () => ctx.work.add(importWork(contacts)),
    startRotation: () => ctx.work.add(rotateWork({ ...ctx, secrets }, collect(modules, 'sealed'))),
    startErasures: () => ctx.work.add(eraseWork(erasure)),
    applyErasures: (paths, backupTime) => applyErasures(erasure, paths, backupTime),
    closePorts,
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
