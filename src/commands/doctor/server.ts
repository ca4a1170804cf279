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
import { within } from './within.ts'

const answerMsMax = 3_000
const systemMsMax = 5_000
/** A command has the embedded database for a second or two. */
const passingMs = 2_000
const lookAgainMs = 100

type Holder = NonNullable<ReturnType<typeof findHolder>>

/** Who has the data directory, as far as can be told from outside. */
export type Presence =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'server'; readonly system: SystemState }
  /** Holds the lock, or has the socket, and does not answer. */
  | { readonly kind: 'silent'; readonly holder: Holder | null; readonly why: string; readonly advice?: string }

const tooLong = {
  why: 'its path is too long for the socket over which commands ask',
  advice: 'Set NGOMA_DATA to a directory with a shorter path.',
}

export async function findPresence(dataDirectory: string): Promise<Presence> {
  const end = performance.now() + passingMs
  const path = controlPath(dataDirectory)
  for (;;) {
    // Looked at first: a server that begins to answer in between is not taken for a silent one.
    const holder = findHolder(dataDirectory) ?? findHolder(dirname(path))
    try {
      if (await isListening(path, answerMsMax)) return await askAboutItself(path, holder)
    } catch (error) {
      return { kind: 'silent', holder, why: holder === null ? (error as Error).message : 'it does not answer' }
    }
    if (holder === null) return { kind: 'nobody' }
    if (isControlPathTooLong(dataDirectory)) return { kind: 'silent', holder, ...tooLong }
    if (performance.now() > end) return { kind: 'silent', holder, why: 'it does not answer' }
    await sleep(lookAgainMs)
  }
}

/** A server without its database still answers, but not this. */
async function askAboutItself(path: string, holder: Holder | null): Promise<Presence> {
  const late = () => new Error('it does not say how it is')
  try {
    return { kind: 'server', system: await within(systemMsMax, readSystem(path), late) }
  } catch (error) {
    return {
      kind: 'silent',
      holder,
      why: (error as Error).message,
      advice: 'Look at its log: it may not reach its database.',
    }
  }
}

async function readSystem(path: string): Promise<SystemState> {
  const { status, body } = await askSocket(path, null)('GET', '/console/v1/system', undefined)
  const said = await text(body)
  if (status !== 200) throw new Error(`it answers with ${status} when asked how it is`)
  return JSON.parse(said)
}

/** The database is compared only when the settings name one: otherwise whatever the server has is meant. */
export function judgePresence(presence: Presence, version: string, databaseUrl: string | null = null): Finding {
  const check = 'server'
  if (presence.kind === 'nobody') return ok(check, 'no server runs on this data directory')
  if (presence.kind === 'server') {
    const { pid, port, role, version: running, databaseLabel } = presence.system
    const what = `process ${pid} (version ${running}, role ${role}) serves on port ${port}`
    // One of an older version does not say.
    if (databaseUrl !== null && databaseLabel !== undefined && databaseLabel !== labelOf(databaseUrl)) {
      return problem(
        check,
        `${what}, on another database (${databaseLabel}) than DATABASE_URL names (${labelOf(databaseUrl)}): it refuses commands`,
        'Set DATABASE_URL to the database of the server, or NGOMA_DATA to a directory of its own.',
      )
    }
    if (running === version) return ok(check, what)
    return warning(check, `${what}, and this program is version ${version}`, 'Restart the server to run this version.')
  }
  const { holder, why, advice } = presence
  if (holder === null) return problem(check, why, advice ?? 'Run ngoma doctor as the user of the server.')
  const where = holder.host === hostname() ? '' : ` on ${holder.host}`
  return problem(
    check,
    `process ${holder.pid}${where} holds the data directory, and ${why}`,
    advice ??
      `If it is neither starting nor busy with a command, stop it (kill ${holder.pid}) and start the server again.`,
  )
}

/** Listens for a moment, as the server would. */
function tryListen(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  return new Promise((resolve) => {
    const server = createServer()
    server.once('error', resolve)
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)))
  })
}

/** Whether what answers there is a Ngoma of some kind. */
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
    // It was told another one, and has it: whoever has this one is in nobody's way.
    return ok(
      check,
      presence.system.port === port
        ? `${address} is the running server's`
        : `the running server has port ${presence.system.port} instead of ${port}`,
    )
  }
  const error = await tryListen(host, port)
  if (error === null) return ok(check, `${address} is free`)
  if (error.code === 'EADDRINUSE') {
    if (presence.kind === 'silent')
      return warning(
        check,
        `${address} is taken, perhaps by the process that does not answer`,
        'Look again once that is put right.',
      )
    if (!(await isNgoma(host, port)))
      return problem(check, `${address} is taken by another program`, 'Stop that program, or set PORT to another port.')
    return warning(
      check,
      `${address} is taken by a Ngoma with another data directory`,
      'That is fine if it is yours; a second one needs another PORT.',
    )
  }
  if (error.code === 'EACCES')
    return problem(
      check,
      `this user may not listen on ${address}`,
      'Set PORT to 1024 or more, and let a proxy have the lower one.',
    )
  return problem(
    check,
    `can't listen on ${address}: ${error.message}`,
    findAdvice(error) ?? 'Set HOST to an address that this machine has.',
  )
}
