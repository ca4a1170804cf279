import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from './command.ts'

export interface Callback {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

interface ReceiverOptions {
  /** 0 for any free port. */
  readonly port: number
  readonly status: number
  readonly onCallback: (callback: Callback) => void
  /** The body was larger than `bodyBytesMax`. */
  readonly onTooLarge: (path: string) => void
}

const host = '127.0.0.1'
export const bodyBytesMax = 1_048_576

/** Receives callbacks on the loopback address only. */
export async function receiveCallbacks({ port, status, onCallback, onTooLarge }: ReceiverOptions) {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const body = await readBody(request)
    if (body === null) {
      onTooLarge(path)
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    onCallback({ at: new Date(), method: request.method ?? '', path, headers: joinValues(request), body })
    response.writeHead(status, { 'content-type': 'text/plain' }).end('Received by ngoma webhook listen.\n')
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cantListen(port, error)))
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    /** Closes all connections and frees the port. */
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Null when the body is too large. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop closes the connection before the response is sent, so a moderate excess is read.
    if (bytes <= bodyBytesMax) chunks.push(chunk)
    else chunks.length = 0
    if (bytes > bodyBytesMax * 2) break
  }
  return bytes > bodyBytesMax ? null : Buffer.concat(chunks)
}

const joinValues = ({ headersDistinct }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

/** `option` is the option that sets the port. */
export function cantListen(port: number, error: NodeJS.ErrnoException, option = '--port'): Error {
  if (error.code === 'EADDRINUSE') return new Failure(`port ${port} is in use. Choose another port with ${option}.`)
  if (error.code === 'EACCES')
    return new Failure(`permission denied for port ${port}. Choose port 1024 or higher with ${option}.`)
  return error
}
