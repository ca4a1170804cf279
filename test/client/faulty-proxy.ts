/** A proxy between the client and the server that simulates network and proxy faults. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Ngoma, type NgomaOptions } from 'ngoma/client'
import type { World } from '../world.ts'

interface ForeignAnswer {
  readonly status: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/**
 * `lost request`: the request does not reach the server. `lost answer`: the connection closes after the server has
 * answered. `silence`: the request arrives, and no answer comes back. `half`: half of the answer comes back. Any other
 * fault is an answer of the proxy.
 */
export type Fault = 'lost request' | 'lost answer' | 'silence' | 'half' | ForeignAnswer

/** An answer of the proxy. */
export const html = (status: number): Fault => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<html>${'<p>Try\nlater</p>'.repeat(100)}</html>`,
})

export interface Seen {
  readonly method: string
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly atMs: number
}

export interface FaultyProxy {
  readonly url: string
  /** All requests in order of arrival. */
  readonly seen: readonly Seen[]
  close(): Promise<void>
}

/** Applies the faults to the first requests in order, and passes all others. */
export async function startFaultyProxy(target: string, faults: readonly Fault[]): Promise<FaultyProxy> {
  const seen: Seen[] = []

  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    const headers = request.headers as Record<string, string>
    const fault = faults[seen.length]
    seen.push({ method: request.method ?? '', path: request.url ?? '', headers, atMs: performance.now() })
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (typeof fault === 'object') return void response.writeHead(fault.status, fault.headers).end(fault.body ?? '')
    if (fault === 'lost request') return void request.socket.destroy()
    const { connection, host, 'content-length': length, ...passed } = headers
    const body = chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }
    const answer = await fetch(`${target}${request.url}`, {
      method: request.method ?? 'GET',
      headers: passed,
      redirect: 'manual',
      ...body,
    })
    const text = await answer.text()
    if (fault === 'lost answer') return void request.socket.destroy()
    if (fault === 'silence') return
    const { 'content-length': _, 'transfer-encoding': __, ...kept } = Object.fromEntries(answer.headers)
    response.writeHead(answer.status, { ...kept, 'content-length': String(Buffer.byteLength(text)) })
    if (fault === 'half') response.write(text.slice(0, text.length / 2))
    else response.end(text)
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A client of the world's account. */
export const openAt = ({ apiKey, apiSecret }: World, url: string, change: Partial<NgomaOptions> = {}) =>
  new Ngoma({ url, key: apiKey, secret: apiSecret, ...change })

/** Runs a call with these faults, and returns its result and all its requests. */
export type Tries = <Value>(
  faults: readonly Fault[],
  call: (client: Ngoma) => Promise<Value>,
  change?: Partial<NgomaOptions>,
) => Promise<Attempted<Value>>

interface Attempted<Value> {
  readonly value: Value | null
  // biome-ignore lint/suspicious/noExplicitAny: a test says in its assertions what it expects
  readonly error: any
  readonly seen: readonly Seen[]
}

export const triesWith =
  (world: World): Tries =>
  async (faults, call, change) => {
    const proxy = await startFaultyProxy(await world.listen(), faults)
    try {
      return await call(openAt(world, proxy.url, change)).then(
        (value) => ({ value, error: null, seen: proxy.seen }),
        (error) => ({ value: null, error, seen: proxy.seen }),
      )
    } finally {
      await proxy.close()
    }
  }
