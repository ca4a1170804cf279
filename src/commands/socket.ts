import { Agent, type IncomingMessage, request } from 'node:http'
import { Readable } from 'node:stream'
import { databaseHeader, labelOf } from '../engine/http/control.ts'
import type { Method } from '../values/address.ts'
import { exitCodes, Failure } from './command.ts'

export interface RawAnswer {
  readonly status: number
  readonly hint: string | undefined
  readonly body: Readable
}

/** JSON, or a CSV file as a stream. */
export type Body = string | Readable | undefined

export type Ask = (
  method: Method,
  url: string,
  body: Body,
  headers?: Readonly<Record<string, string>>,
) => Promise<RawAnswer>

/**
 * The embedded database blocks its server while it works. Only the deletion of a very large address book takes this
 * long; the command then fails and can be repeated.
 */
const silenceMsMax = 10_000

export const typeOf = (body: Body) =>
  body === undefined ? {} : { 'content-type': typeof body === 'string' ? 'application/json' : 'text/csv' }

export function hintIn(headers: Readonly<Record<string, unknown>>): string | undefined {
  const hint = headers['ngoma-hint']
  return typeof hint === 'string' ? hint : undefined
}

export function askSocket(socketPath: string, databaseUrl: string | null): Ask {
  const agent = new Agent({ keepAlive: false })
  // Without DATABASE_URL, the database of the server is used.
  const meant = databaseUrl === null ? {} : { [databaseHeader]: labelOf(databaseUrl) }
  return (method, path, body, given) =>
    new Promise((resolve, reject) => {
      const asked = request(
        { socketPath, agent, method, path, headers: { ...typeOf(body), ...meant, ...given } },
        (response: IncomingMessage) => {
          // An early response is an error: the server does not read the rest of the file.
          if (body instanceof Readable && !asked.writableEnded) {
            body.unpipe(asked)
            asked.end()
          }
          resolve({ status: response.statusCode ?? 0, hint: hintIn(response.headers), body: response })
        },
      )
      asked.on('error', (error) =>
        reject(
          new Failure(
            `the server closed the connection before it answered (${error.message}). Check its log, and try again.`,
            exitCodes.unreachable,
          ),
        ),
      )
      if (!(body instanceof Readable)) return void asked.end(body)
      body.pipe(asked)
      body.once('error', (error) => {
        reject(error)
        asked.destroy()
      })
    })
}

/** False for the socket of a killed server. Rejects when the server accepts the connection and does not answer. */
export function isListening(socketPath: string, timeoutMs = silenceMsMax): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const asked = request({ socketPath, path: '/health', agent: false, timeout: timeoutMs }, (response) => {
      response.resume()
      resolve(true)
    })
    asked.on('timeout', () => {
      reject(
        new Failure(
          `the server at ${socketPath} does not respond. Run "ngoma doctor" to find out why.`,
          exitCodes.unreachable,
        ),
      )
      asked.destroy()
    })
    asked.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES')
        reject(
          new Failure(
            `${socketPath} belongs to another user. Run this command as the user that runs the server.`,
            exitCodes.unreachable,
          ),
        )
      else resolve(false)
    })
    asked.end()
  })
}
