import { existsSync } from 'node:fs'
import { flushCompileCache } from 'node:module'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import type { App } from '../app.ts'
import { type Config, readSmppCertificate, unknownSettings } from '../config.ts'
import type { ProcessRole } from '../context.ts'
import { withLockTimeoutRetries } from '../engine/db/index.ts'
import { type ControlSocket, isControlPathTooLong, labelOf, listenControl } from '../engine/http/index.ts'
import { DataDirectoryLocked } from '../engine/lock.ts'
import { flushLog, openLog } from '../engine/log.ts'
import { welcome } from '../first-run.ts'
import { buildDashboard } from '../http/dashboard.ts'
import { loadPasskeys } from '../modules/users/index.ts'
import { commit, schema, version } from '../version.ts'
import { exitCodes } from './command.ts'
import { openAppWhenFree } from './open.ts'
import { tryPorts } from './port.ts'
import { stopSecondsMax, watchSignals } from './stopping.ts'
import { findSupervision, type Supervision } from './supervised.ts'

type Log = ReturnType<typeof openLog>

/** Runs until a signal stops it, and resolves with the exit code. `onServing` receives the address and the SMPP port. */
export async function runServer(
  config: Config,
  role: ProcessRole,
  onServing: (address: string, smppPort: number | null) => void = () => {},
): Promise<number> {
  // V8 would let garbage grow to several times the live memory before it collects it.
  setFlagsFromString('--heap-growing-percent=100')
  const supervision = findSupervision()
  // The others of a supervisor would repeat the same lines.
  const isFirst = supervision === null || supervision.number === 1
  const fields = supervision === null ? null : { process: supervision.number }
  const log = openLog(config.logLevel, config.logFormat, process.stdout, fields)
  // Log rotation sends SIGHUP to daemons. On a terminal, SIGHUP means that the terminal was closed.
  if (!process.stdout.isTTY) process.on('SIGHUP', () => {})
  for (const { name, nearest } of isFirst ? unknownSettings() : []) {
    log.warn({ name, ...(nearest === null ? {} : { nearest }) }, 'unknown setting is ignored')
  }
  readSmppCertificate(config)
  if (supervision === null) await tryPorts(config)
  if (config.databaseUrl === null && !existsSync(join(config.dataDirectory, 'db'))) {
    log.info(
      { directory: config.dataDirectory },
      'creating the embedded database; this takes a few seconds and happens only once',
    )
  }
  const onWait = (why: string) => log.info({ why }, 'waiting for the data directory')
  const [app] = await Promise.all([
    openAppWhenFree(config, log, role, onWait, supervision?.readAllMetrics),
    // The first session imports it if it fails here.
    role === 'worker' ? null : loadPasskeys().catch(() => null),
  ])
  if (app.sms.db.engine === 'embedded') {
    log.info(
      { directory: config.dataDirectory },
      'the embedded database survives a crash of Ngoma, but a power failure can lose recent data: set DATABASE_URL in production',
    )
  }
  const stopping = supervision ?? watchSignals(log)
  // Node writes compiled code when it exits, which a killed process never does. Writing takes seconds after an upgrade, so
  // it comes before requests and leases.
  flushCompileCache()
  // A worker has no API to try.
  const greet = (address: string | null) =>
    void (app.first && process.stdout.write(welcome(app.first, config, role === 'worker' ? null : address)))
  const address = await listen(app, config, supervision).catch((error: unknown) => {
    // The port was taken after tryPorts. The first key exists now, and this is the only time to show it.
    greet(`http://${config.host}:${config.port}`)
    throw error
  })
  // After listening: a process that cannot serve must not send messages either.
  await withLockTimeoutRetries(() => app.start())
  const smpp = await app.listenSmpp({ reusePort: supervision !== null })
  // A worker has no console. Commands on its machine use the database directly.
  const control = role === 'worker' ? null : await openControl(app, config, log)
  const ports = {
    ...(smpp.port === null ? {} : { smppPort: smpp.port }),
    ...(smpp.tlsPort === null ? {} : { smppTlsPort: smpp.tlsPort }),
  }
  log.info(
    { address, ...ports, engine: app.sms.db.engine, staging: config.staging, role, version, commit, schema },
    'serving',
  )
  greet(address)
  if (isFirst && role !== 'worker') buildDashboard(log)
  if (address !== null) onServing(address, smpp.port)
  // A failed import is repeated by the first request that needs it.
  app.warmUp().catch((error: unknown) => log.warn({ err: error }, 'failed to load the sign-in pages or the reference'))
  supervision?.serving(() => app.sms.metrics.text())
  if (isFirst && !app.first && config.apiKey !== null) {
    log.info(
      'NGOMA_API_KEY, NGOMA_API_SECRET and NGOMA_ACCESS_TOKEN are ignored: this database already has its first account',
    )
  }
  if (isFirst && !app.first && config.lenient)
    log.info('NGOMA_LENIENT is ignored: this database already has its first key; use "ngoma credential change" instead')

  await stopping.stop
  app.drain()
  await Promise.race([stopping.stopNow, sleep(config.drainSeconds * 1_000)])
  log.info('stopping')
  setTimeout(() => process.exit(exitCodes.refused), stopSecondsMax * 1_000).unref()
  // In parallel: an open request on one listener must not keep the other accepting sends.
  await Promise.all([control?.close(), app.closePorts()])
  await app.close()
  log.info('stopped')
  await flushLog(log)
  return exitCodes.done
}

/** The processes of a supervisor share the port: the system gives each connection to one of them. */
async function listen(app: App, { host, port }: Config, supervision: Supervision | null): Promise<string | null> {
  if (supervision?.listens === false) return null
  return app.http.listen({ host, port, ...(supervision === null ? {} : { reusePort: true }) })
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
