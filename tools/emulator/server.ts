import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Faults, requestFaults, Target } from './faults.ts'

/** A request to an emulator. */
export interface Exchange {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

export interface Reply {
  readonly status: number
  /** Sent as JSON, except a buffer. */
  readonly body: unknown
  readonly type?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Sends callbacks. Runs after the answer, or before it with the fault `callback-first`. */
  readonly callbacks?: () => Promise<void>
}

export interface ServeOptions {
  readonly host?: string
  /** 0 picks a free port. */
  readonly port?: number
  /** In PEM format; plain HTTP by default. */
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly faults: Faults
  /** Endpoint and phone, by which faults select requests; null for requests without faults. */
  readonly target: (exchange: Exchange) => Target | null
  readonly answer: (exchange: Exchange) => Reply | Promise<Reply>
  /** The answer of the provider to requests that a fault refuses. */
  readonly refuse: (fault: 'rate-limit' | 'pair-rate-limit' | 'error') => Reply
}

export interface Served {
  /** Without a slash at the end. */
  readonly url: string
  /** Closes all connections and refuses new ones until `comeBack` on the same port. */
  goAway(): Promise<void>
  comeBack(): Promise<void>
  /** Resolves when no request is being processed and no callback is being sent. */
  idle(): Promise<void>
  close(): Promise<void>
}

const bodyBytesMax = 1_048_576
const garbage = '<html><body>upstream \u0000 {"unfinished":'

export async function serve(options: ServeOptions): Promise<Served> {
  const { host = '127.0.0.1', faults, target, answer, refuse } = options
  const running = new Set<Promise<void>>()

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const exchange = await readExchange(request)
    const aim = target(exchange)
    const take = (...names: (typeof requestFaults)[number][]) => (aim === null ? null : faults.take(names, aim))
    if (take('away')) {
      response.destroy()
      return
    }
    const refused = take('rate-limit', 'pair-rate-limit', 'error')
    if (refused) {
      write(response, refuse(refused.name as 'error'))
      return
    }

    const reply = await answer(exchange)
    if (take('callback-first')) {
      await reply.callbacks?.()
      write(response, reply)
      return
    }
    const changed = take('slow', 'answer-lost', 'answer-error', 'garbage')
    if (changed?.name === 'slow') await faults.wait(changed)
    if (changed?.name === 'answer-lost') response.destroy()
    else if (changed?.name === 'answer-error') write(response, refuse('error'))
    else if (changed?.name === 'garbage')
      write(response, { status: 200, body: Buffer.from(garbage), type: 'text/html' })
    else write(response, reply)
    await closed(response)
    await reply.callbacks?.()
  }

  const listener = (request: IncomingMessage, response: ServerResponse) => {
    const run: Promise<void> = handle(request, response)
      .catch(() => void response.destroy())
      .finally(() => running.delete(run))
    running.add(run)
  }
  const server = options.tls ? createTlsServer(options.tls, listener) : createServer(listener)
  const listen = (port: number) =>
    new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        resolve()
      })
    })
  const goAway = async () => {
    if (!server.listening) return
    const ended = new Promise((resolve) => server.close(resolve))
    server.closeAllConnections()
    await ended
  }

  await listen(options.port ?? 0)
  const { port } = server.address() as AddressInfo
  return {
    url: `${options.tls ? 'https' : 'http'}://${host}:${port}`,
    goAway,
    comeBack: () => listen(port),
    async idle() {
      while (running.size > 0) await Promise.all(running)
    },
    async close() {
      faults.release()
      await goAway()
      await Promise.all(running)
    },
  }
}

async function readExchange(request: IncomingMessage): Promise<Exchange> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > bodyBytesMax) throw new Error('the body is too long')
    chunks.push(chunk)
  }
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://emulator')
  return {
    method: request.method ?? '',
    path: pathname,
    query: searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks),
  }
}

function write(response: ServerResponse, { status, body, type, headers }: Reply): void {
  const isJson = !Buffer.isBuffer(body)
  response
    .writeHead(status, { 'content-type': type ?? 'application/json; charset=UTF-8', ...headers })
    .end(isJson ? JSON.stringify(body) : body)
}

/** The caller may have closed the connection meanwhile. */
const closed = (response: ServerResponse) =>
  new Promise<void>((resolve) => {
    if (response.writableFinished || response.destroyed) resolve()
    else response.once('finish', resolve).once('close', resolve)
  })
