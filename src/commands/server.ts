import { existsSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { App } from '../app.ts'
import { type Config, unknownSettings } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { patiently } from '../engine/db/index.ts'
import { type ControlSocket, isControlPathTooLong, labelOf, listenControl } from '../engine/http/index.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { flushLog, openLog } from '../engine/log.ts'
import { welcome } from '../first-run.ts'
import { buildDashboard } from '../http/dashboard.ts'
import { commit, schema, version } from '../version.ts'
import { exitCodes, Failure } from './command.ts'
import { openAppWhenFree } from './open.ts'

/** The process exits after this time even if it has not stopped, counted from the end of the drain. */
const stopSecondsMax = 30

type Log = ReturnType<typeof openLog>

/** Runs until a signal stops it, and resolves with the exit code. `onServing` receives the address. */
export async function runServer(
  config: Config,
  role: ProcessRole,
  onServing: (address: string) => void = () => {},
): Promise<number> {
  const log = openLog(config.logLevel, config.logFormat)
  // Log rotation sends SIGHUP to daemons. On a terminal, SIGHUP means that the terminal was closed.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => {})
  for (const { name, nearest } of unknownSettings()) {
    log.warn({ name, ...(nearest === null ? {} : { nearest }) }, 'unknown setting is ignored')
  }
  await tryPort(config)
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'db'))) {
    log.info(
      { directory: config.dataDirectory },
      'creating the embedded database; this takes a few seconds and happens only once',
    )
  }
  const app = await openAppWhenFree(config, log, role, (why) => log.info({ why }, 'waiting for the data directory'))
  if (app.sms.db.engine === 'embedded') {
    log.info(
      { directory: config.dataDirectory },
      'the embedded database survives a crash of Ngoma, but a power failure can lose recent data: set DATABASE_URL in production',
    )
  }
  const signals = watchSignals(log)
  // A worker has no API to try.
  const greet = (address: string) =>
    void (app.first && process.stdout.write(welcome(app.first, config, role === 'worker' ? null : address)))
  const address = await app.http.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    // The port was taken after tryPort. The first key exists now, and this is the only time to show it.
    greet(`http://${config.host}:${config.port}`)
    throw error
  })
  // After listening: a process that cannot serve must not send messages either.
  await patiently(() => app.start())
  // A worker has no console. Commands on its machine use the database directly.
  const control = role === 'worker' ? null : await openControl(app, config, log)
  log.info({ address, engine: app.sms.db.engine, staging: config.staging, role, version, commit, schema }, 'serving')
  greet(address)
  if (role !== 'worker') buildDashboard(log)
  onServing(address)
  if (!app.first && config.apiKey !== null) {
    log.info(
      'NGOMA_API_KEY, NGOMA_API_SECRET and NGOMA_ACCESS_TOKEN are ignored: this database already has its first account',
    )
  }
  if (!app.first && config.lenient)
    log.info('NGOMA_LENIENT is ignored: this database already has its first key; use "ngoma key change" instead')

  await signals.stop
  app.drain()
  await Promise.race([signals.stopNow, sleep(config.drainSeconds * 1_000)])
  log.info('stopping')
  setTimeout(() => process.exit(exitCodes.refused), stopSecondsMax * 1_000).unref()
  // In parallel: an open request on one listener must not keep the other accepting sends.
  await Promise.all([control?.close(), app.http.close()])
  await app.close()
  log.info('stopped')
  await flushLog(log)
  return exitCodes.done
}

/** Called before anything is created, so that a start without a free port leaves nothing behind. */
export async function tryPort({ host, port, dataDirectory }: Config): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') await rejectSecondServer(port, dataDirectory)
    throw error
  }
  await new Promise((resolve) => server.close(resolve))
}

/** Throws when the port belongs to a server with the same data directory. */
async function rejectSecondServer(port: number, dataDirectory: string): Promise<void> {
  const { findPresence } = await import('./doctor/server.ts')
  const presence = await findPresence(dataDirectory)
  if (presence.kind !== 'server' || presence.system.port !== port) return
  throw new Failure(
    `Ngoma is already running on port ${port} (process ${presence.system.pid}). Stop it first, or set PORT and NGOMA_DATA to run a second server.`,
  )
}

/** `stop` resolves on the first signal. `stopNow` skips the drain: on Ctrl-C, or on a second signal. */
function watchSignals(log: Log): { readonly stop: Promise<void>; readonly stopNow: Promise<void> } {
  const stop = Promise.withResolvers<void>()
  const stopNow = Promise.withResolvers<void>()
  let times = 0
  const onSignal = (signal: NodeJS.Signals) => {
    times += 1
    log.info({ signal }, times === 1 ? 'received a stop signal' : 'received another stop signal')
    stop.resolve()
    if (signal !== 'SIGTERM' || times > 1) stopNow.resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
  if (process.stdout.isTTY) process.on('SIGHUP', onSignal)
  return { stop: stop.promise, stopNow: stopNow.promise }
}

/** A missing control socket is only logged, because commands can use the database or another process. */
async function openControl(app: App, config: Config, log: Log): Promise<ControlSocket | null> {
  if (isControlPathTooLong(config.dataDirectory)) {
    log.warn(
      { directory: config.dataDirectory },
      'the path of the data directory is too long for a control socket: commands cannot reach this server',
    )
    return null
  }
  try {
    return await listenControl(app.http, config.dataDirectory, app.controlHeaders, labelOf(config.databaseUrl))
  } catch (error) {
    if (error instanceof DataDirectoryLocked)
      log.debug('another server with this data directory has the control socket')
    else log.warn({ err: error }, 'failed to open the control socket: commands cannot reach this server')
    return null
  }
}
