import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { jobsOf } from './app/jobs.ts'
import { openModules } from './app/modules.ts'
import { openRoutes } from './app/routes.ts'
import { type Config, secretsOf } from './config.ts'
import type { ProcessRole } from './context.ts'
import type { MovableClock } from './engine/clock.ts'
import { type Database, migrate, readSchemaState, SchemaTooOld } from './engine/db/index.ts'
import { readSecretState, rotateWork, SecretProblem } from './engine/secrets/index.ts'
import { startJobs } from './engine/work/index.ts'
import type { FirstCredentials } from './first-run.ts'
import { migrationsDirectory, waitsForTable } from './migrations.ts'
import type { AirtimeContext } from './modules/airtime/index.ts'
import { startPayments } from './modules/checkout/index.ts'
import { importWork } from './modules/contacts/index.ts'
import type { SmsContext } from './modules/sms/index.ts'
import { sealedColumns } from './sealed.ts'

export interface App {
  readonly http: FastifyInstance
  readonly sms: SmsContext
  readonly airtime: AirtimeContext
  /** The credentials of the first account, when this run created it. */
  readonly first: FirstCredentials | null
  /**
   * Headers of the command line on this machine: a request with them may do everything in the console. They never leave
   * this process.
   */
  readonly controlHeaders: Readonly<Record<string, string>>
  /** Starts to send and to do all other background work. Requests accepted before are stored and wait. */
  start(): Promise<void>
  /** Runs contact imports only, for a command that waits for one while no server runs. */
  startImports(): void
  /** Carries out a rotation of the root secret only, for a command that waits for it while no server runs. */
  startRotation(): void
  /** Serves on, but `/ready` fails and connections end with their answers. Comes before `close`. */
  drain(): void
  /** Accepts no more requests, finishes the accepted work, and closes everything; the database last. */
  close(): Promise<void>
}

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  /** The real time; in staging operators may move it. */
  readonly clock: MovableClock
  readonly log: Logger
  readonly role?: ProcessRole
  /** False where the caller wakes the workers after it moves the clock. */
  readonly eagerWork?: boolean
}

/** Composes the program: schema, modules, then HTTP and background work by role. */
export async function openApp({ config, db, clock, log, role = 'all', eagerWork = true }: AppOptions): Promise<App> {
  await refuseWrongSecret(db, config)
  if (role === 'command') await refuseOldSchema(db)
  const applied = await migrate(db, migrationsDirectory, {
    onWait: (tries) => log.warn({ tries }, waitsForTable),
    onNewer: ({ programSchema, databaseSchema }) =>
      log.warn(
        { schema: programSchema, databaseSchema },
        'the database has a newer schema than this version, and may be used by it: no migrations are applied',
      ),
  })
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date')

  const works = role === 'all' || role === 'worker'
  const modules = await openModules({ config, db, clock, log, works, eagerWork })
  const { ctx, sms, airtime, checkout, contacts, first, secrets } = modules
  const { http, draining, controlHeaders } = await openRoutes(modules, role)
  return {
    http,
    sms,
    airtime,
    first,
    controlHeaders,
    drain: () => draining.begin(),
    async start() {
      if (role !== 'worker') await startPayments(checkout)
      if (works) await startJobs(ctx, jobsOf(modules))
    },
    startImports: () => ctx.work.add(importWork(contacts)),
    startRotation: () => ctx.work.add(rotateWork({ ...ctx, secrets }, sealedColumns)),
    async close() {
      await http.close()
      await modules.close()
    },
  }
}

/** Before the schema is changed: a start that is refused leaves the database as it was. */
async function refuseWrongSecret(db: Database, config: Config): Promise<void> {
  const state = await readSecretState(db, secretsOf(config))
  if ('wrong' in state) throw new SecretProblem(state.wrong)
}

/** A command that lists or backs up must not change the schema under servers of an older version. */
export async function refuseOldSchema(db: Database): Promise<void> {
  const { applied, missing } = await readSchemaState(db, migrationsDirectory)
  if (applied.length > 0 && missing.length > 0)
    throw new SchemaTooOld(`the schema lacks ${missing.join(', ')}: run ngoma migrate, or start the server`)
}
