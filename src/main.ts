import { openApp } from './app.ts'
import { BadSetting, readConfig } from './config.ts'
import { createClock } from './engine/clock.ts'
import { DataDirectoryLocked, openDatabase, SchemaTooNew } from './engine/db/index.ts'
import { createLog } from './engine/log.ts'
import { welcome } from './first-run.ts'

/** How long a stop may take before it is forced. */
const stopSecondsMax = 30

/** Errors of the system and of PostgreSQL that a person can put right: address, port, host, password, database. */
const plainCodes: readonly unknown[] = [
  'EADDRINUSE',
  'EADDRNOTAVAIL',
  'EACCES',
  'EEXIST',
  'ENOTDIR',
  'EROFS',
  'ECONNREFUSED',
  'ENOTFOUND',
  '28000',
  '28P01',
  '3D000',
]

async function serve(): Promise<void> {
  const config = readConfig()
  const log = createLog(config.logLevel)
  const db = await openDatabase({
    url: config.databaseUrl,
    connectionsMax: config.databaseConnections,
    dataDirectory: config.dataDirectory,
    onError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  })
  if (db.engine === 'embedded') {
    log.info(
      { directory: config.dataDirectory },
      'the embedded database survives a crash of this program, but perhaps not a power cut: set DATABASE_URL in production',
    )
  }
  const app = await openApp({ config, db, clock: createClock(), log })
  const greet = (address: string) => void (app.firstKey && process.stdout.write(welcome(address, app.firstKey, config.staging)))
  const address = await app.http.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    // The first key is made by now and can't be shown another time.
    greet(`http://${config.host}:${config.port}`)
    throw error
  })
  // Only now: a program that can't serve must not send either, and leave it half done.
  await app.start()
  log.info({ address, engine: db.engine, staging: config.staging }, 'serving')
  greet(address)
  if (!app.firstKey && config.apiKey !== null) {
    log.info('NGOMA_API_KEY, NGOMA_API_SECRET and NGOMA_ACCESS_TOKEN are not used: this database has its first account already')
  }

  let stopping = false
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, async () => {
      if (stopping) return
      stopping = true
      log.info({ signal }, 'stopping')
      setTimeout(() => process.exit(1), stopSecondsMax * 1_000).unref()
      await app.close()
      log.info('stopped')
      log.flush()
      process.exit(0)
    })
  }
}

/** Mistakes that a person can put right are said in a line; anything else with its stack. */
serve().catch((error: unknown) => {
  const isPlain = error instanceof BadSetting || error instanceof DataDirectoryLocked || error instanceof SchemaTooNew
  const code = error instanceof Error && 'code' in error ? error.code : null
  const text = isPlain || plainCodes.includes(code) ? (error as Error).message : error instanceof Error ? error.stack : String(error)
  process.stderr.write(`ngoma: ${text}\n`)
  process.exit(1)
})
