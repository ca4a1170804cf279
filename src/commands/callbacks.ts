import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Failure } from './command.ts'

/** What arrived at the receiver, whole. */
export interface Callback {
  readonly at: Date
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

export interface CallbackReceiver {
  readonly url: string
  /** Frees the port, whoever is still connected. */
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** 0 for any that is free. */
  readonly port: number
  /** What every callback is answered with. */
  readonly status: number
  readonly take: (callback: Callback) => void
  /** Of somebody who sent more than fits. */
  readonly refuse: (path: string) => void
}

const host = '127.0.0.1'
export const bodyBytesMax = 1_048_576

/** Takes callbacks from this machine, and from nowhere else. */
export async function receiveCallbacks({ port, status, take, refuse }: ReceiverOptions): Promise<CallbackReceiver> {
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy())
  })

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/'
    const body = await readBody(request)
    if (body === null) {
      refuse(path)
      response.writeHead(413, { connection: 'close' }).end()
      return
    }
    take({ at: new Date(), method: request.method ?? '', path, headers: joinValues(request), body })
    response.writeHead(status, { 'content-type': 'text/plain' }).end('Received by ngoma webhooks listen.\n')
  }

  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cantListen(port, error)))
    server.listen(port, host, resolve)
  })
  return {
    url: `http://${host}:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Null when it is too long; the rest is not read. */
async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop would close the connection before the answer is out.
    if (bytes <= bodyBytesMax) chunks.push(chunk)
    else chunks.length = 0
    if (bytes > bodyBytesMax * 2) break
  }
  return bytes > bodyBytesMax ? null : Buffer.concat(chunks)
}

const joinValues = ({ headersDistinct }: IncomingMessage) =>
  Object.fromEntries(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join(', ')]))

/** In words, with the option that chooses another port. */
export function cantListen(port: number, error: NodeJS.ErrnoException, option = '--port'): Error {
  if (error.code === 'EADDRINUSE') return new Failure(`another program has port ${port}: choose one with ${option}`)
  if (error.code === 'EACCES')
    return new Failure(`this user may not use port ${port}: choose one from 1024 on with ${option}`)
  return error
}
