/** The public address of a test server, for providers that call back. It exists before the server, which needs it. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { World } from './world.ts'

export interface Front {
  readonly url: string
  /** Requests get 503 until the server is known. */
  serve(world: World): void
  close(): Promise<void>
}

export async function startFront(): Promise<Front> {
  let world: World | null = null
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    if (world === null) {
      response.writeHead(503).end()
      return
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).filter(([name]) => name !== 'transfer-encoding' && name !== 'connection'),
    )
    const answer = await world.app.http.inject({
      method: (request.method ?? 'GET') as 'GET',
      url: request.url ?? '/',
      headers,
      payload: Buffer.concat(chunks),
    })
    response.writeHead(answer.statusCode, answer.headers).end(answer.rawPayload)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    serve(given) {
      world = given
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
