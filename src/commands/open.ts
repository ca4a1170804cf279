import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type App, openApp } from '../app.ts'
import type { Config } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { createClock } from '../engine/clock.ts'
import { type Database, openDatabase, patiently } from '../engine/db/index.ts'
import { controlPath } from '../engine/http/index.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { createOutage } from '../engine/outage.ts'
import { isListening } from './socket.ts'

/** How long one waits for a command to end, or for a server to start or stop, before giving up. */
const lockedSecondsMax = 60
const lockedRetryMs = 100
/** From here on people want to know what they are waiting for. */
const lockedSecondsQuiet = 2

/** The database of the settings. */
export function openConfigured(config: Config, log: Logger): Promise<Database> {
  return openDatabase({
    url: config.databaseUrl,
    listenUrl: config.databaseListenUrl,
    connectionsMax: config.databaseConnections,
    dataDirectory: config.dataDirectory,
    outages: {
      database: createOutage(log, {
        away: 'the database is unavailable',
        back: 'the database is available again',
      }),
      notifications: createOutage(log, {
        away: 'lost the connection of NGOMA_DATABASE_LISTEN_URL: work may start half a second later',
        back: 'connected to NGOMA_DATABASE_LISTEN_URL again',
      }),
    },
  })
}

/**
 * The whole program on the database of the settings, not yet started. The embedded database is for one process at a
 * time: whoever has it without answering as a server is a command, or a server that starts or stops, and worth waiting
 * for.
 */
export async function openAppWhenFree(
  config: Config,
  log: Logger,
  role: ProcessRole,
  onWait: (why: string) => void,
): Promise<App> {
  const began = performance.now()
  const seconds = () => (performance.now() - began) / 1_000
  let isSaid = false
  for (;;) {
    try {
      return await openConfiguredApp(config, log, role)
    } catch (error) {
      if (
        !(error instanceof DataDirectoryLocked) ||
        seconds() > lockedSecondsMax ||
        (await isListening(controlPath(config.dataDirectory)))
      )
        throw error
      if (!isSaid && seconds() > lockedSecondsQuiet) {
        isSaid = true
        onWait(error.message)
      }
      await sleep(lockedRetryMs)
    }
  }
}

async function openConfiguredApp(config: Config, log: Logger, role: ProcessRole): Promise<App> {
  const db = await openConfigured(config, log)
  try {
    return await patiently(() => openApp({ config, db, clock: createClock(), log, role }))
  } catch (error) {
    await db.close().catch(() => {})
    throw error
  }
}
