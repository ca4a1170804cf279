/** A TCP proxy to PostgreSQL that can be frozen or cut. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export interface Line {
  /** Host and port. */
  readonly host: string
  /** Keeps every connection but forwards nothing, like a host without power. */
  freeze(): void
  /** Closes every connection, including new ones, until `mend` is called. */
  cut(): void
  mend(): void
  /** The number of new connections since the cut. */
  refused(): number
  close(): Promise<void>
}

export async function openLine(url: string): Promise<Line> {
  const { hostname, port } = new URL(url)
  const sockets = new Set<Socket>()
  let state: 'open' | 'frozen' | 'cut' = 'open'
  let refused = 0
  const keep = (socket: Socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    return socket
  }
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  const server = createServer((client) => {
    keep(client)
    if (state === 'cut') {
      refused += 1
      client.destroy()
    }
    if (state !== 'open') return
    const target = keep(createConnection({ host: hostname, port: Number(port) }))
    client.on('data', (data) => state === 'frozen' || target.write(data))
    target.on('data', (data) => state === 'frozen' || client.write(data))
    client.on('close', () => target.destroy())
    target.on('close', () => state === 'frozen' || client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    freeze() {
      state = 'frozen'
    },
    cut() {
      state = 'cut'
      refused = 0
      endAll()
    },
    mend() {
      state = 'open'
    },
    refused: () => refused,
    async close() {
      endAll()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
