import { once } from 'node:events'
import { createServer } from 'node:net'

/** The lowest port that some systems give to outgoing connections. */
const ephemeralMin = 32_768
const portMin = 15_000

/**
 * A free port for programs that cannot choose one themselves. It stays free until they listen, and while they restart: the
 * system gives it to no outgoing connection.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = portMin + Math.floor(Math.random() * (ephemeralMin - portMin))
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await once(server, 'listening').then(
      () => true,
      () => false,
    )
    server.close()
    if (isFree) return port
  }
}
