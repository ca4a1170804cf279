/** An unreliable proxy to a server: it loses one answer after the request is done, and answers 503 once. */
import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Asked {
  readonly what: string
  readonly key: string | undefined
}

export interface UnreliableProxy {
  readonly url: string
  /** All requests, in order. */
  readonly asked: Asked[]
  close(): Promise<void>
}

/** Loses the first answer to `loses`, such as `POST /v1/send`, and answers 503 to the first request for `putsOff`. */
export async function openUnreliableProxy(
  address: string,
  { loses, putsOff }: { readonly loses: string; readonly putsOff: string },
): Promise<UnreliableProxy> {
  const asked: Asked[] = []
  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request
    const what = `${method} ${url.split('?')[0]}`
    const isFirst = !asked.some((one) => one.what === what)
    asked.push({ what, key: headers['idempotency-key'] as string | undefined })
    const body = await buffer(request)
    if (isFirst && what === putsOff) {
      response.writeHead(503, { 'retry-after': '1' }).end('{"code":503,"message":"Not Now"}')
      return
    }
    const passed = ask(`${address}${url}`, { method, headers, agent: false }).end(body)
    const [answer] = (await once(passed, 'response')) as [IncomingMessage]
    const text = await buffer(answer)
    if (isFirst && what === loses) response.destroy()
    else response.writeHead(answer.statusCode ?? 500, answer.headers).end(text)
  }
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
