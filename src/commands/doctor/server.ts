import { request } from 'node:http'
import { createServer } from 'node:net'
import { hostname } from 'node:os'
import { dirname } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Config } from '../../config.ts'
import type { SystemState } from '../../contract/console/system.ts'
import { controlPath, isControlPathTooLong, labelOf } from '../../engine/http/index.ts'
import { findHolder } from '../../engine/lock.ts'
import { findAdvice } from '../problem.ts'
import { askSocket, isListening } from '../socket.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

const answerMsMax = 3_000
const systemMsMax = 5_000
/** A command holds the embedded database for a second or two. */
const commandMs = 2_000
const retryMs = 100

type Holder = NonNullable<ReturnType<typeof findHolder>>

export type Presence =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'server'; readonly system: SystemState }
  /** A process holds the lock or the socket, and does not respond. */
  | { readonly kind: 'silent'; readonly holder: Holder | null; readonly why: string; readonly advice?: string }

export async function findPresence(dataDirectory: string): Promise<Presence> {
  const end = performance.now() + commandMs
  const path = controlPath(dataDirectory)
  for (;;) {
    // Before the socket: a server that starts to listen in between must not look silent.
    const holder = findHolder(dataDirectory) ?? findHolder(dirname(path))
    try {
      if (await isListening(path, answerMsMax)) return await askServer(path, holder)
    } catch (error) {
      return { kind: 'silent', holder, why: holder === null ? (error as Error).message : 'it does not respond' }
    }
    if (holder === null) return { kind: 'nobody' }
    if (isControlPathTooLong(dataDirectory)) {
      const why = 'the path is too long for the control socket'
      return { kind: 'silent', holder, why, advice: 'Set NGOMA_DATA to a directory with a shorter path.' }
    }
    if (performance.now() > end) return { kind: 'silent', holder, why: 'it does not respond' }
    await sleep(retryMs)
  }
}

/** A server that lost its database still listens, but cannot report its state. */
async function askServer(path: string, holder: Holder | null): Promise<Presence> {
  const timeoutError = () => new Error('it does not report its state')
  try {
    return { kind: 'server', system: await withTimeout(systemMsMax, readSystem(path), timeoutError) }
  } catch (error) {
    return {
      kind: 'silent',
      holder,
      why: (error as Error).message,
      advice: 'Check its log: it may have lost its database.',
    }
  }
}

async function readSystem(path: string): Promise<SystemState> {
  const { status, body } = await askSocket(path, null)('GET', '/console/v1/system', undefined)
  const answer = await text(body)
  if (status !== 200) throw new Error(`it answered with status ${status} when asked for its state`)
  return JSON.parse(answer)
}

/** Compares the databases only if DATABASE_URL is set. */
export function checkPresence(presence: Presence, version: string, databaseUrl: string | null = null): Finding {
  const check = 'server'
  if (presence.kind === 'nobody') return ok(check, 'no server is running on this data directory')
  if (presence.kind === 'server') {
    const { pid, port, role, version: running, databaseLabel } = presence.system
    const description = `process ${pid} (version ${running}, role ${role}) is running on port ${port}`
    if (databaseUrl !== null && databaseLabel !== labelOf(databaseUrl)) {
      return problem(
        check,
        `${description} with the database ${databaseLabel}, but DATABASE_URL is ${labelOf(databaseUrl)}: it rejects commands`,
        'Set DATABASE_URL to the database of the server, or NGOMA_DATA to another directory.',
      )
    }
    if (running === version) return ok(check, description)
    return warning(
      check,
      `${description}, but this program is version ${version}`,
      'Restart the server to run this version.',
    )
  }
  const { holder, why, advice } = presence
  if (holder === null) return problem(check, why, advice ?? 'Run "ngoma doctor" as the user that runs the server.')
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`
  return problem(
    check,
    `process ${holder.pid}${where} holds the data directory, but ${why}`,
    advice ??
      `Wait if it is starting or running a command. Otherwise stop it (kill ${holder.pid}) and start the server again.`,
  )
}

function tryListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

function isNgoma(host: string, port: number): Promise<boolean> {
  const reachable = host === '0.0.0.0' || host === '::' ? 'localhost' : host
  return new Promise((resolve) => {
    const asked = request(
      { host: reachable, port, path: '/health', agent: false, timeout: answerMsMax },
      async (response) => {
        resolve(
          (await text(response).catch(() => '')) === '{"status":"ok"}' &&
            response.headers['x-request-id'] !== undefined,
        )
      },
    )
    asked.on('timeout', () => asked.destroy())
    asked.on('error', () => resolve(false))
    asked.end()
  })
}

export async function checkPort({ host, port }: Pick<Config, 'host' | 'port'>, presence: Presence): Promise<Finding> {
  const check = 'port'
  const address = `port ${port} of ${host}`
  if (port === 0) return ok(check, 'any free port (PORT=0)')
  if (presence.kind === 'server') {
    // On another port than in these settings, the running server does not need this one.
    return ok(
      check,
      presence.system.port === port
        ? `${address} is used by the running server`
        : `the running server uses port ${presence.system.port} instead of ${port}`,
    )
  }
  const error = await tryListen(host, port)
  if (error === null) return ok(check, `${address} is free`)
  if (error.code === 'EADDRINUSE') {
    if (presence.kind === 'silent')
      return warning(
        check,
        `${address} is in use, perhaps by the process that does not respond`,
        'Fix the server problem first, then check again.',
      )
    if (!(await isNgoma(host, port)))
      return problem(check, `${address} is used by another program`, 'Stop that program, or set PORT to another port.')
    return warning(
      check,
      `${address} is used by a Ngoma server with another data directory`,
      'To run a second server, set PORT to another port.',
    )
  }
  if (error.code === 'EACCES')
    return problem(
      check,
      `this user cannot listen on ${address}`,
      'Set PORT to 1024 or higher, and use a reverse proxy for the lower port.',
    )
  return problem(
    check,
    `cannot listen on ${address}: ${error.message}`,
    findAdvice(error) ?? 'Set HOST to an address of this machine.',
  )
}

/** Rejects when the promise takes longer than `msMax`. */
export function withTimeout<T>(msMax: number, promise: Promise<T>, timeoutError: () => Error): Promise<T> {
  const { promise: timeout, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(timeoutError()), msMax)
  return Promise.race([promise, timeout]).finally(() => clearTimeout(timer))
}
