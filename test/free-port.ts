import { once } from 'node:events'
import { createServer } from 'node:net'

/** A port that was free a moment ago, for programs that cannot choose one themselves. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  return typeof address === 'object' && address !== null ? address.port : 0
}

/** The lowest port that some systems give to outgoing connections. */
const ephemeralMin = 32_768
const fixedMin = 15_000

/** A free port that stays free while its server restarts: the system gives it to no outgoing connection. */
export async function fixedPort(): Promise<number> {
  for (;;) {
    const port = fixedMin + Math.floor(Math.random() * (ephemeralMin - fixedMin))
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
