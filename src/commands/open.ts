import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { createClock } from '../engine/clock.ts'
import { type Database, openDatabase, withLockTimeoutRetries } from '../engine/db/index.ts'
import { controlPath } from '../engine/http/index.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { openLog } from '../engine/log.ts'
import { createOutage } from '../engine/outage.ts'
import { exitCodes } from './command.ts'
import { isListening } from './socket.ts'

/** Maximum wait for another process to release the data directory. */
const lockedSecondsMax = 60
const lockedRetryMs = 100
/** A longer wait is reported to the user. */
const lockedSecondsQuiet = 2

export function openConfigured(config: Config, log: Logger): Promise<Database> {
  return openDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    connectionsMax: config.databaseConnections,
    dataDirectory: config.dataDirectory,
    onLockLost() {
      log.fatal({ dataDirectory: config.dataDirectory }, 'another process took the data directory; this one ends')
      process.exit(exitCodes.refused)
    },
    outages: {
      database: createOutage(log, {
        away: 'the database is unavailable',
        back: 'the database is available again',
      }),
      notifications: createOutage(log, {
        away: 'lost the connection to NGOMA_DATABASE_LISTEN_URL: background work may start up to two seconds later',
        back: 'reconnected to NGOMA_DATABASE_LISTEN_URL',
      }),
    },
  })
}

/** Runs on the database without a server, and closes it. */
export async function withDatabase<T>(config: Config, run: (db: Database) => Promise<T>): Promise<T> {
  const db = await openConfigured(config, openLog('warn', config.logFormat, process.stderr))
  try {
    return await run(db)
  } finally {
    await db.close()
  }
}

/**
 * Opens the app without starting it. Only one process at a time can open the embedded database. If another process holds
 * it and does not answer as a server, it is a command or a server that is starting or stopping, so this waits for it.
 */
export async function openAppWhenFree(
  config: Config,
  log: Logger,
  role: ProcessRole,
  onWait: (why: string) => void,
  readMetrics?: () => Promise<string>,
): Promise<App> {
  const open = async () => {
    const db = await openConfigured(config, log)
    try {
      return await withLockTimeoutRetries(() => openApp({ config, db, clock: createClock(), log, role, readMetrics }))
    } catch (error) {
      await db.close().catch(() => {})
      throw error
    }
  }
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  let isReported = false
  for (;;) {
    try {
      return await open()
    } catch (error) {
      if (
        !(error instanceof DataDirectoryLocked) ||
        seconds() > lockedSecondsMax ||
        (await isListening(controlPath(config.dataDirectory)))
      )
        throw error
      if (!isReported && seconds() > lockedSecondsQuiet) {
        isReported = true
        onWait(error.message)
      }
      await sleep(lockedRetryMs)
    }
  }
}
