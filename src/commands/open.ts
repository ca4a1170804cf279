import type { Logger } from 'pino'
import { type App, openApp, type ProcessRole } from '../app.ts'
import type { Config } from '../config.ts'
import { createClock } from '../engine/clock.ts'
import { type Database, openDatabase } from '../engine/db/index.ts'

/** The database of the settings. */
export function openConfigured(config: Config, log: Logger): Promise<Database> {
  return openDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    connectionsMax: config.databaseConnections,
    dataDirectory: config.dataDirectory,
    onError: (error) => log.warn({ err: error }, 'a connection to the database was lost'),
  })
}

/** The whole program on the database of the settings, not yet started. */
export async function openConfiguredApp(config: Config, log: Logger, role: ProcessRole): Promise<App> {
  const db = await openConfigured(config, log)
  try {
    return await openApp({ config, db, clock: createClock(), log, role })
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
