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

/** How long a stop may take, after the drain, before it is forced. */
const stopSecondsMax = 30

type Log = ReturnType<typeof openLog>

/** Resolves with the exit code when it was told to stop and has stopped. `onServing` is told the address. */
export async function runServer(
  config: Config,
  role: ProcessRole,
  onServing: (address: string) => void = () => {},
): Promise<number> {
  const log = openLog(config.logLevel, config.logFormat)
  // For programs that reopen their log files. On a terminal it says that the terminal is gone.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => {})
  for (const { name, nearest } of unknownSettings()) {
    log.warn({ name, ...(nearest === null ? {} : { nearest }) }, 'there is no such setting: it is ignored')
  }
  await tryPort(config)
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'db'))) {
    log.info({ directory: config.dataDirectory }, 'making the embedded database: this takes a few seconds, once')
  }
  const app = await openAppWhenFree(config, log, role, (why) => log.info({ why }, 'waiting for the data directory'))
  if (app.sms.db.engine === 'embedded') {
    log.info(
      { directory: config.dataDirectory },
      'the embedded database survives a crash of this program, but perhaps not a power cut: set DATABASE_URL in production',
    )
  }
  const signals = watchSignals(log)
  // A worker does not take sends, so there is nothing to try there.
  const greet = (address: string) =>
    void (app.first && process.stdout.write(welcome(app.first, config, role === 'worker' ? null : address)))
  const address = await app.http.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
    // Somebody else took the port in the meantime. The first key is made by now, and can't be shown another time.
    greet(`http://${config.host}:${config.port}`)
    throw error
  })
  // Only now: a program that can't serve must not send either, and leave it half done.
  await patiently(() => app.start())
  // A worker does not answer for the console, and a command on its machine can use the database as it does.
  const control = role === 'worker' ? null : await openControl(app, config, log)
  log.info({ address, engine: app.sms.db.engine, staging: config.staging, role, version, commit, schema }, 'serving')
  greet(address)
  if (role !== 'worker') buildDashboard(log)
  onServing(address)
  if (!app.first && config.apiKey !== null) {
    log.info(
      'NGOMA_API_KEY, NGOMA_API_SECRET and NGOMA_ACCESS_TOKEN are not used: this database has its first account already',
    )
  }
  if (!app.first && config.lenient)
    log.info('NGOMA_LENIENT is not used: this database has its first key already, see ngoma key change')

  await signals.told
  app.drain()
  await Promise.race([signals.hurried, sleep(config.drainSeconds * 1_000)])
  log.info('stopping')
  setTimeout(() => process.exit(exitCodes.refused), stopSecondsMax * 1_000).unref()
  // Both at once: whatever is still read over the one must not keep the other taking sends.
  await Promise.all([control?.close(), app.http.close()])
  await app.close()
  log.info('stopped')
  await flushLog(log)
  return exitCodes.done
}

/**
 * Before anything is made, and before credentials are shown once: a start that can't listen should leave nothing
 * behind.
 */
export async function tryPort({ host, port, dataDirectory }: Config): Promise<void> {
  const server = createServer()
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') await refuseSecond(port, dataDirectory)
    throw error
  }
  await new Promise((resolve) => server.close(resolve))
}

/** Whoever has the port may be the server that was started here before. */
async function refuseSecond(port: number, dataDirectory: string): Promise<void> {
  const { findPresence } = await import('./doctor/server.ts')
  const presence = await findPresence(dataDirectory)
  if (presence.kind !== 'server' || presence.system.port !== port) return
  throw new Failure(
    `Ngoma is already running here, process ${presence.system.pid}, on port ${port}: stop it first, or set PORT and NGOMA_DATA for a second one`,
  )
}

/** `told`: it should stop. `hurried`: at once, without a drain, as Ctrl-C says. */
function watchSignals(log: Log): { readonly told: Promise<void>; readonly hurried: Promise<void> } {
  const told = Promise.withResolvers<void>()
  const hurried = Promise.withResolvers<void>()
  let times = 0
  const stop = (signal: NodeJS.Signals) => {
    times += 1
    log.info({ signal }, times === 1 ? 'told to stop' : 'told to stop again')
    told.resolve()
    if (signal !== 'SIGTERM' || times > 1) hurried.resolve()
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, stop)
  if (process.stdout.isTTY) process.on('SIGHUP', stop)
  return { told: told.promise, hurried: hurried.promise }
}

/**
 * Commands work without it too, or through another process; so whatever is in its way is said, and no reason not to
 * serve.
 */
async function openControl(app: App, config: Config, log: Log): Promise<ControlSocket | null> {
  if (isControlPathTooLong(config.dataDirectory)) {
    log.warn(
      { directory: config.dataDirectory },
      'the path of the data directory is too long for a control socket: commands can not reach this server',
    )
    return null
  }
  try {
    return await listenControl(app.http, config.dataDirectory, app.controlHeaders, labelOf(config.databaseUrl))
  } catch (error) {
    if (error instanceof DataDirectoryLocked) log.debug('another server of this data directory has the control socket')
    else log.warn({ err: error }, 'there is no control socket: commands can not reach this server')
    return null
  }
}
