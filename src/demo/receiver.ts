import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The server of the shop: accepts every callback. */
export async function openReceiver(port: number): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer((request, response) => {
    request
      .resume()
      .on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"asante"}'))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  // A connection that cannot be accepted must not end the demo.
  server.on('error', () => {})
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      server.closeAllConnections()
      return new Promise((resolve) => server.close(() => resolve()))
    },
  }
}
