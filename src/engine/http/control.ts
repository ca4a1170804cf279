import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { parseHosts } from '../db/hosts.ts'
import { lockDirectory } from '../lock.ts'
import { watchConnections } from './closing.ts'

/** The path of a Unix socket may have at most 107 bytes on Linux and 103 on macOS. */
const pathBytesMax = 103

const directoryOf = (dataDirectory: string) => join(dataDirectory, 'control')
export const controlPath = (dataDirectory: string) => join(directoryOf(dataDirectory), 'ngoma.sock')

/** Sent by commands whose settings name a database, with the label of that database. */
export const databaseHeader = 'x-ngoma-database'

/** Returns hosts and name of a database without credentials, with the usual spellings of localhost unified. */
export function labelOf(url: string | null): string {
  if (url === null) return 'embedded'
  const target = parseHosts(url)
  if (target === null) return 'unknown'
  const names = target.hosts.map(({ name }) => name.replace(/^(127\.0\.0\.1|\[::1\]):/, 'localhost:'))
  return `${names.join()}${target.path}`
}

export const isControlPathTooLong = (dataDirectory: string) =>
  Buffer.byteLength(controlPath(dataDirectory)) > pathBytesMax

export interface ControlSocket {
  close(): Promise<void>
}

/**
 * Serves the same routes on a Unix socket that only the user of this process can open. Requests over it get the headers
 * that authenticate the command line. Only the holder of the directory lock listens, and may remove the socket file of
 * a dead process.
 */
export async function listenControl(
  app: FastifyInstance,
  dataDirectory: string,
  headers: Readonly<Record<string, string>>,
  database: string,
): Promise<ControlSocket> {
  const directory = directoryOf(dataDirectory)
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  chmodSync(directory, 0o700)
  const lock = await lockDirectory(directory)
  const path = controlPath(dataDirectory)
  const server = createServer({ requestTimeout: 0 }, (request: IncomingMessage, response: ServerResponse) => {
    const meant = request.headers[databaseHeader] ?? database
    if (meant !== database) return refuse(response, database)
    Object.assign(request.headers, headers)
    app.routing(request, response)
  })
  const endConnections = watchConnections(server)
  try {
    rmSync(path, { force: true })
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve))
    chmodSync(path, 0o600)
  } catch (error) {
    lock.release()
    throw error
  }
  return {
    close: () =>
      new Promise((resolve) => {
        endConnections()
        server.close(() => {
          rmSync(path, { force: true })
          lock.release()
          resolve()
        })
      }),
  }
}

/** Prevents a command from changing the wrong database when a server of another database uses the same directory. */
function refuse(response: ServerResponse, database: string): void {
  const detail = `The server in this data directory uses another database (${database}): set NGOMA_DATA to a different directory.`
  response
    .writeHead(409, { 'Content-Type': 'application/problem+json; charset=utf-8' })
    .end(JSON.stringify({ code: 'conflict', detail }))
}
