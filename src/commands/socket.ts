import { Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { databaseHeader, labelOf } from '../engine/http/control.ts'
import { exitCodes, Failure } from './command.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface RawAnswer {
  readonly status: number
  readonly hint: string | undefined
  readonly body: Readable
}

/** JSON, or a CSV file as it is read. */
export type Body = string | Readable | undefined

export type Ask = (method: Method, url: string, body: Body) => Promise<RawAnswer>

/**
 * The embedded database blocks a server while it works, and seldom this long: only when a very large address book is
 * deleted. Then the command says that the server does not answer, and can be given again; waiting longer would keep
 * everybody longer in front of a server that hangs.
 */
const silenceMsMax = 10_000

export const typeOf = (body: Body) =>
  body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'application/json' : 'text/csv' }

export function hintIn(headers: Readonly<Record<string, unknown>>): string | undefined {
  const hint = headers['ngoma-hint']
  return typeof hint === 'string' ? hint : undefined
}

/** Asks the server behind a control socket. */
export function askSocket(socketPath: string, databaseUrl: string | null): Ask {
  const agent = new Agent({ keepAlive: false })
  // Without one in the settings whatever the server has is meant.
  const meant = databaseUrl === null ? {} : { [databaseHeader]: labelOf(databaseUrl) }
  return (method, path, body) =>
    new Promise((resolve, reject) => {
      const asked = request(
        { socketPath, agent, method, path, headers: { ...typeOf(body), ...meant } },
        (response: IncomingMessage) => {
          // An answer that comes before the file is sent is a refusal: the rest of it is not wanted.
          if (body instanceof Readable && !asked.writableEnded) {
            body.unpipe(asked)
            asked.end()
          }
          resolve({ status: response.statusCode ?? 0, hint: hintIn(response.headers), body: response })
        },
      )
      asked.on('error', (error) =>
        reject(new Failure(`the server went away before it answered (${error.message})`, exitCodes.unreachable)),
      )
      if (!(body instanceof Readable)) return void asked.end(body)
      body.pipe(asked)
      body.once('error', (error) => {
        reject(error)
        asked.destroy()
      })
    })
}

/**
 * Whether somebody answers there. A socket that a killed server left behind does not; one that takes the question and
 * is silent is a server that hangs.
 */
export function isListening(socketPath: string, timeoutMs = silenceMsMax): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/health', agent: false, timeout: timeoutMs }, (response) => {
      response.resume()
      resolve(true)
    })
    asked.on('timeout', () => {
      reject(
        new Failure(`the server at ${socketPath} does not answer: ngoma doctor may know more`, exitCodes.unreachable),
      )
      asked.destroy()
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES')
        reject(
          new Failure(
            `${socketPath} belongs to another user: run the command as the user of the server`,
            exitCodes.unreachable,
          ),
        )
      else resolve(false)
    })
    asked.end()
  })
}
