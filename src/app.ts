import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { openCarriers } from './carriers/index.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import { type Database, migrate } from './engine/db/index.ts'
import { createHttp, deleteOldAnswers, measureRequests } from './engine/http/index.ts'
import { createMetrics } from './engine/metrics.ts'
import { type PeriodicTask, periodicWork, startWorkers } from './engine/work/index.ts'
import { firstRun } from './first-run.ts'
import { healthRoutes } from './health.ts'
import { metricsRoutes } from './metrics.ts'
import { authentication, type IssuedKey, startCache } from './modules/accounts/index.ts'
import { chatRoutes } from './modules/chat/index.ts'
import { checkoutRoutes } from './modules/checkout/index.ts'
import { openSms, type SmsContext, smsRoutes, startSms } from './modules/sms/index.ts'
import type { Clock } from './values/time.ts'

export const migrationsDirectory = fileURLToPath(new URL('../migrations', import.meta.url))

export interface App {
  readonly http: FastifyInstance
  readonly sms: SmsContext
  /** The first account's key, when this run made it. */
  readonly firstKey: IssuedKey | null
  /** Begins to send, and to do all other work. What is accepted before waits. */
  start(): Promise<void>
  /** Takes nothing more, finishes what was accepted, and lets go of everything, the database last. */
  close(): Promise<void>
}

export interface AppOptions {
  readonly config: Config
  readonly db: Database
  readonly clock: Clock
  readonly log: Logger
}

/** Puts the house together: database, carriers, modules, and on top of them HTTP and work. */
export async function openApp({ config, db, clock, log }: AppOptions): Promise<App> {
  const applied = await migrate(db, migrationsDirectory)
  if (applied.length > 0) log.info({ applied }, 'the schema was brought up to date')

  const carriers = openCarriers({ staging: config.staging, clock, simulator: { deliveryDelayMs: config.simulatorDelayMs, seed: config.simulatorSeed } })
  const metrics = createMetrics()
  const work = await startWorkers({ db, clock, log, metrics })
  const ctx: Context = { config, db, clock, work, carriers, log, metrics }
  const firstKey = await firstRun(ctx)
  const cache = await startCache(db)
  const sms = openSms(ctx)

  const http = createHttp({ log, bodyBytesMax: config.bodyBytesMax, trustedProxies: config.trustedProxies, authenticate: authentication(db, cache, clock) })
  measureRequests(http, metrics)
  healthRoutes(http, ctx)
  metricsRoutes(http, ctx)
  smsRoutes(http, sms)
  checkoutRoutes(http)
  chatRoutes(http)

  return {
    http,
    sms,
    firstKey,
    async start() {
      const tasks: PeriodicTask[] = [
        { name: 'http: forget old idempotency keys', everySeconds: 3_600, run: () => deleteOldAnswers(db, clock.now()) },
        ...(await startSms(sms)),
      ]
      work.add(await periodicWork(db, clock, tasks))
    },
    async close() {
      await http.close()
      await work.stop()
      await Promise.all(carriers.map((carrier) => carrier.stop()))
      await sms.progress.idle()
      await cache.stop()
      await db.close()
    },
  }
}
