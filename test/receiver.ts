/** A customer's server for tests: it records callbacks over HTTP or HTTPS and answers as configured. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export interface ReceiverAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Receiver {
  readonly url: string
  /** All requests, in order. */
  readonly received: Received[]
  close(): Promise<void>
}

export interface ReceiverOptions {
  /** Enables HTTPS. */
  readonly tls?: { readonly key: string; readonly cert: string }
  /** Defaults to 200; null never answers. */
  readonly answer?: (request: Received, count: number) => ReceiverAnswer | null | Promise<ReceiverAnswer>
}

export async function startReceiver({
  tls,
  answer = () => ({ status: 200 }),
}: ReceiverOptions = {}): Promise<Receiver> {
  const received: Received[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const one = {
      path: request.url ?? '',
      headers: request.headers as Record<string, string>,
      text: Buffer.concat(chunks).toString(),
    }
    received.push(one)
    const reply = await answer(one, received.length)
    if (reply !== null) response.writeHead(reply.status, reply.headers).end(reply.body ?? '')
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => {
    take(request, response).catch(() => response.destroy())
  }
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/`,
    received,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
