// The whole of undici would take 55 ms and 15 MB more to load.
import Client from 'undici/lib/dispatcher/client.js'
import type { Connector } from './connect.ts'

const usualIdleMs = 4_000
/** Upper limit for the keep-alive time that a server announces. */
const idleMsMax = 60_000
/** A connection is closed this long before the server does it, so that no request meets its closing. */
const closingMarginMs = 2_000
const headBytesMax = 16_384

interface Dispatchable {
  dispatch(): void
}

export type Clients = ReturnType<typeof openClients>

/**
 * Clients of undici. Each has at most one connection, and one request at a time. The number of connections is not limited, because a request that waits for one would use up its own timeout. undici's
 * own pool would search all connections for a free one, and lose one for each request with an invalid header.
 */
export function openClients(connector: Connector) {
  const clients = new Set<Client>()
  /** By origin. The latest is used first, so that the others time out when they are not needed. */
  const idle = new Map<string, Client[]>()
  const options: Client.Options = {
    connect: connector.connect,
    keepAliveTimeout: usualIdleMs,
    keepAliveMaxTimeout: idleMsMax,
    keepAliveTimeoutThreshold: closingMarginMs,
    maxHeaderSize: headBytesMax,
    // The caller has one timer for the whole request.
    headersTimeout: 0,
    bodyTimeout: 0,
  }

  const drop = (client: Client) => {
    clients.delete(client)
    // Ends later, because undici does not expect it during an event of the client.
    client.close(() => {})
  }

  const open = (origin: string): Client => {
    const client = new Client(origin, options)
    clients.add(client)
    return client.on('disconnect', () => {
      const free = idle.get(origin) ?? []
      const at = free.indexOf(client)
      // A request that was not yet written connects again.
      if (at === -1) return
      free.splice(at, 1)
      if (free.length === 0) idle.delete(origin)
      drop(client)
    })
  }

  let scheduled: Dispatchable[] = []
  const runScheduled = () => {
    const due = scheduled
    scheduled = []
    for (const request of due) request.dispatch()
  }

  return {
    /**
     * Dispatches a request after the current poll for I/O. undici then writes after the next one, and knows by then
     * whether the server has closed the connection right after its latest response.
     */
    schedule(request: Dispatchable) {
      if (scheduled.push(request) === 1) setImmediate(runScheduled)
    },
    take: (origin: string) => idle.get(origin)?.pop() ?? open(origin),
    release(origin: string, client: Client) {
      const free = idle.get(origin)
      if (free === undefined) idle.set(origin, [client])
      else free.push(client)
    },
    drop,
    /** Aborts running requests. */
    async close() {
      connector.close()
      await Promise.all([...clients].map((client) => client.destroy()))
    },
  }
}
