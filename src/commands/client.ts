import { Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { readConfig } from '../config.ts'
import { controlPath } from '../engine/http/index.ts'
import { createLog } from '../engine/log.ts'
import { welcome } from '../first-run.ts'
import { Failure } from './command.ts'
import { openConfiguredApp } from './open.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

interface RawAnswer {
  readonly status: number
  readonly hint: string | undefined
  readonly body: Readable
}

/** The console, as the command line uses it. */
export interface ConsoleClient {
  /** The answer's body; a refusal is a Failure in its words. */
  call<T>(method: Method, path: string, body?: unknown): Promise<T>
  /** The answer's body as it comes. */
  stream(path: string): Promise<Readable>
  /** Whether a server runs on this machine, and does the work. */
  readonly isServed: boolean
}

/** Talks to the server on this machine when one runs, and otherwise to the same program within this process, without workers and without a port. */
export async function withConsole<T>(run: (console: ConsoleClient) => Promise<T>): Promise<T> {
  const config = readConfig()
  const path = controlPath(config.dataDirectory)
  if (await isListening(path)) {
    const agent = new Agent({ keepAlive: false })
    return run(clientOver((method, url, body) => askSocket(path, agent, method, url, body), true))
  }
  const app = await openConfiguredApp(config, createLog(config.logLevel === 'info' ? 'warn' : config.logLevel, process.stderr), 'command')
  try {
    if (app.first) process.stderr.write(welcome(`http://${config.host}:${config.port}`, app.first, config.staging))
    await app.http.ready()
    return await run(clientOver((method, url, body) => askWithin(app, method, url, body), false))
  } finally {
    await app.close()
  }
}

type Ask = (method: Method, url: string, body: string | undefined) => Promise<RawAnswer>

function clientOver(ask: Ask, isServed: boolean): ConsoleClient {
  const get = async (method: Method, path: string, body?: unknown) => {
    const answer = await ask(method, `/console/v1${path}`, body === undefined ? undefined : JSON.stringify(body))
    if (answer.status >= 400) throw await failureOf(answer)
    return answer.body
  }
  return {
    isServed,
    async call<T>(method: Method, path: string, body?: unknown) {
      const answer = await text(await get(method, path, body))
      return (answer === '' ? null : JSON.parse(answer)) as T
    },
    stream: (path) => get('GET', path),
  }
}

async function failureOf({ status, hint, body }: RawAnswer): Promise<Failure> {
  const said = await text(body)
  const message = messageIn(said) ?? `the server answered with ${status}`
  return new Failure(hint === undefined ? message : `${message} (${hint})`)
}

function messageIn(body: string): string | null {
  try {
    return JSON.parse(body).message ?? null
  } catch {
    return null
  }
}

const typeOf = (body: string | undefined) => (body === undefined ? {} : { 'content-type': 'application/json' })

function askSocket(socketPath: string, agent: Agent, method: Method, path: string, body: string | undefined): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, agent, method, path, headers: typeOf(body) }, (response: IncomingMessage) => {
      const hint = response.headers['ngoma-hint']
      resolve({ status: response.statusCode ?? 0, hint: typeof hint === 'string' ? hint : undefined, body: response })
    })
    asked.on('error', reject)
    asked.end(body)
  })
}

async function askWithin(app: Awaited<ReturnType<typeof openConfiguredApp>>, method: Method, url: string, body: string | undefined): Promise<RawAnswer> {
  const headers = { ...typeOf(body), ...app.controlHeaders }
  const response = await app.http.inject({ method, url, headers, payloadAsStream: true, ...(body === undefined ? {} : { payload: body }) })
  const hint = response.headers['ngoma-hint']
  return { status: response.statusCode, hint: typeof hint === 'string' ? hint : undefined, body: Readable.from(response.stream()) }
}

/** Whether somebody answers there. A socket that a killed server left behind does not. */
function isListening(socketPath: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/health', agent: false }, (response) => {
      response.resume()
      resolve(true)
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') reject(new Failure(`${socketPath} belongs to another user: run the command as the user of the server`, 3))
      else resolve(false)
    })
    asked.end()
  })
}
