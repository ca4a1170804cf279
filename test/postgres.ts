/**
 * A temporary PostgreSQL server for tests and benches, with its own directory and port. It is removed when it is stopped
 * or its parent dies.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, chownSync, closeSync, mkdtempSync, openSync, readFileSync, realpathSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { slowness } from './pace.ts'
import { findPostgres, missingPostgres, output } from './postgres-programs.ts'
import { startWatchdog, type User } from './postgres-watchdog.ts'

interface PostgresOptions {
  /** Off by default: tests need speed, benches realistic results. */
  readonly fsync?: boolean
  /** Server settings, which override the defaults. */
  readonly settings?: Readonly<Record<string, string>>
  /** Creates a hot standby of this server. Nothing else may write to it meanwhile. */
  readonly standbyOf?: Pick<ThrowAwayPostgres, 'url' | 'port' | 'dataDir'>
  /** The directory of the server's programs, if not the preferred one. */
  readonly programs?: string
  /** A directory that does not exist yet and that the caller removes. By default a temporary one. */
  readonly dataDir?: string
}

export interface ThrowAwayPostgres {
  /** Connects as the superuser `ngoma`, without a password. */
  readonly url: string
  readonly port: number
  readonly dataDir: string
  /** Kills the server and removes its directory. May be called twice. */
  stop(): Promise<void>
  /**
   * Restarts with the same data and port, after `whileAway`. `fast` ends sessions and writes a checkpoint; `immediate`
   * is a crash, followed by recovery.
   */
  restart(mode?: 'fast' | 'immediate', whileAway?: () => Promise<void>): Promise<void>
  isRunning(): boolean
  /** Sends a signal and waits for the exit. `start` starts the server again. */
  end(signal: NodeJS.Signals): Promise<void>
  /** Rejects if the server does not start, for example on a full disk. */
  start(): Promise<void>
}

const startSecondsMax = 60 * slowness
const stopSecondsMax = 20 * slowness
const portTriesMax = 5

export async function startPostgres(options: PostgresOptions = {}): Promise<ThrowAwayPostgres> {
  const programs = options.programs ?? findPostgres()
  if (programs === null) throw new Error(missingPostgres())

  const user = serverUser()
  const directory = makeDirectory(user)
  const { dataDir = join(directory, 'data') } = options
  const watchdog = startWatchdog(directory, dataDir, user)
  let server: ChildProcess | null = null

  const launch = async (port: number) => {
    server = spawnLogged(
      join(programs, 'postgres'),
      ['-D', dataDir, ...settingsOf(options, directory, port)],
      directory,
      user,
    )
    // A process may exit without stopping the server; the watchdog then stops it.
    server.unref()
    await becomesReady(server, urlOf(port), dataDir, directory)
  }
  const stop = async () => {
    // The data is deleted, so no checkpoint is needed.
    if (server !== null) await end(server, 'SIGQUIT')
    await rm(directory, { recursive: true, force: true, maxRetries: 5 })
    watchdog.stdin?.end()
    await exitOf(watchdog)
  }

  try {
    if (options.standbyOf === undefined) await initialize(programs, dataDir, directory, user)
    else await copyPrimary(options.standbyOf, dataDir, directory, user)
    const port = await withFreePort(launch)
    return {
      url: urlOf(port),
      port,
      dataDir,
      stop,
      async restart(mode = 'fast', whileAway = async () => {}) {
        if (server !== null) await end(server, mode === 'fast' ? 'SIGINT' : 'SIGQUIT')
        await whileAway()
        await launch(port)
      },
      isRunning: () => server !== null && !hasEnded(server),
      end: async (signal) => {
        if (server !== null) await end(server, signal)
      },
      start: () => launch(port),
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** PostgreSQL does not run as root, so root runs it as another user. */
function serverUser(): User {
  if (process.getuid?.() !== 0) return {}
  for (const name of ['postgres', 'nobody']) {
    const uid = output('id', ['-u', name])
    const gid = output('id', ['-g', name])
    if (uid !== null && gid !== null) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and there is neither a user postgres nor a user nobody')
}

/** A socket path has at most 107 bytes on Linux and 103 on macOS, which a deep TMPDIR would exceed. */
function makeDirectory(user: User): string {
  const longest = join(realpathSync(tmpdir()), 'ngoma-pg-XXXXXX', '.s.PGSQL.65535')
  const parent = Buffer.byteLength(longest) <= 103 ? tmpdir() : '/tmp'
  const directory = mkdtempSync(join(realpathSync(parent), 'ngoma-pg-'))
  giveTo(user, directory)
  return directory
}

function giveTo({ uid, gid }: User, path: string): void {
  if (uid !== undefined && gid !== undefined) chownSync(path, uid, gid)
}

function spawnLogged(program: string, parameters: readonly string[], directory: string, user: User): ChildProcess {
  const log = openSync(logOf(directory), 'a')
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('PG'))
  try {
    const env = { ...Object.fromEntries(environment), LC_ALL: 'C' }
    const child = spawn(program, parameters, {
      ...user,
      cwd: directory,
      detached: true,
      env,
      stdio: ['ignore', log, log],
    })
    return child.on('error', (error) => appendFileSync(logOf(directory), `${error.message}\n`))
  } finally {
    closeSync(log)
  }
}

async function initialize(programs: string, dataDir: string, directory: string, user: User): Promise<void> {
  const parameters = ['--auth=trust', '--username=ngoma', '--encoding=UTF8', '--locale=C', '--no-instructions']
  await runLogged(join(programs, 'initdb'), [...parameters, '--no-sync', '-D', dataDir], directory, user)
}

/** Does what `pg_basebackup` does, which the PostgreSQL of npm lacks. */
async function copyPrimary(
  { url, port, dataDir: source }: Pick<ThrowAwayPostgres, 'url' | 'port' | 'dataDir'>,
  dataDir: string,
  directory: string,
  user: User,
): Promise<void> {
  const primary = new Client({ connectionString: url })
  await primary.connect()
  try {
    await primary.query(`select pg_backup_start('standby', true)`)
    await runLogged('cp', ['-a', source, dataDir], directory, user)
    const { rows } = await primary.query('select labelfile from pg_backup_stop(false)')
    await rm(join(dataDir, 'postmaster.pid'))
    const connection = `primary_conninfo = 'host=127.0.0.1 port=${port} user=ngoma'\n`
    const added = { backup_label: rows[0].labelfile, 'standby.signal': '', 'postgresql.auto.conf': connection }
    for (const [name, text] of Object.entries(added)) {
      appendFileSync(join(dataDir, name), text)
      giveTo(user, join(dataDir, name))
    }
  } finally {
    await primary.end()
  }
}

async function runLogged(program: string, parameters: readonly string[], directory: string, user: User): Promise<void> {
  const child = spawnLogged(program, parameters, directory, user)
  await exitOf(child)
  if (child.exitCode !== 0) throw new Error(`${program} failed:\n${lastLines(directory)}`)
}

function settingsOf({ fsync = false, settings = {} }: PostgresOptions, directory: string, port: number): string[] {
  const all: Record<string, string> = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: directory,
    max_connections: '200',
    // Even when off, a killed server loses no data: its writes are in the cache of the operating system.
    fsync: fsync ? 'on' : 'off',
    full_page_writes: fsync ? 'on' : 'off',
    log_min_messages: 'warning',
    ...settings,
  }
  return Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** Tries another port if a process takes the port before the server starts. */
async function withFreePort(launch: (port: number) => Promise<void>): Promise<number> {
  for (let tries = 1; ; tries += 1) {
    const port = await findFreePort()
    try {
      await launch(port)
      return port
    } catch (error) {
      const taken = error instanceof Error && error.message.includes('Address already in use')
      if (!taken || tries === portTriesMax) throw error
    }
  }
}

/**
 * Below the ports of outgoing connections (32768 and higher), so that none of these takes the port during a restart of
 * the server.
 */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = 10_000 + Math.floor(Math.random() * 22_000)
    const probe = createServer()
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening')
    } catch {
      continue
    }
    await new Promise((resolve) => probe.close(resolve))
    return port
  }
}

async function becomesReady(server: ChildProcess, url: string, dataDir: string, directory: string): Promise<void> {
  const deadline = performance.now() + startSecondsMax * 1000
  while (!(await answers(url, dataDir))) {
    if (hasEnded(server)) throw new Error(`PostgreSQL did not start:\n${lastLines(directory)}`)
    if (performance.now() > deadline)
      throw new Error(`PostgreSQL accepted no connection within ${startSecondsMax} s:\n${lastLines(directory)}`)
    await sleep(30)
  }
}

/** Also checks the data directory: another temporary server might have taken the port. */
async function answers(url: string, dataDir: string): Promise<boolean> {
  const client = new Client({ connectionString: url, ssl: false, connectionTimeoutMillis: 5000, query_timeout: 5000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    return rows[0]?.data_directory === dataDir
  } catch {
    return false
  } finally {
    await client.end()
  }
}

/** Kills a server that ignores the signal; its child processes then exit on their own. */
async function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (hasEnded(server)) return
  const last = setTimeout(() => server.kill('SIGKILL'), stopSecondsMax * 1000)
  server.kill(signal)
  await exitOf(server)
  clearTimeout(last)
}

async function exitOf(child: ChildProcess): Promise<void> {
  if (hasEnded(child)) return
  child.ref()
  await once(child, 'exit')
}

/** A process without a pid never started and reports no exit. */
function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null
}

function urlOf(port: number): string {
  return `postgres://ngoma@127.0.0.1:${port}/postgres`
}

function logOf(directory: string): string {
  return join(directory, 'log')
}

function lastLines(directory: string): string {
  return readFileSync(logOf(directory), 'utf8').trimEnd().split('\n').slice(-20).join('\n')
}
