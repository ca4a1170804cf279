/** Stands between a program and PostgreSQL, and loses a connection at a chosen moment. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

/**
 * Where the connection of a transaction is lost: with its first statement, with its COMMIT on its way to the server, or
 * with the server's answer to that. A statement outside a transaction is its own commit.
 */
type Moment = 'statement' | 'commit' | 'answer'

export interface LossyProxy {
  readonly url: string
  /**
   * Drops the next connection whose transaction has a statement with this text, or with values that contain it:
   * prepared statements are sent without their text.
   */
  lose(statement: string, moment: Moment): Promise<void>
  close(): Promise<void>
}

interface Trap {
  readonly statement: string
  readonly moment: Moment
  readonly sprung: () => void
}

export async function startProxy(url: string): Promise<LossyProxy> {
  const target = new URL(url)
  const sockets = new Set<Socket>()
  let trap: Trap | null = null

  const listener = createServer((client) => {
    const server = createConnection({ host: target.hostname, port: Number(target.port) })
    let caught: (Trap & { readonly commits: RegExp }) | null = null
    let isOpen = false

    function spring() {
      caught?.sprung()
      trap = null
      // The server does not notice: it runs the statement, and finds no client to answer.
      client.destroy()
    }

    client.on('data', (chunk) => {
      if (trap && chunk.includes(trap.statement))
        caught = { ...trap, commits: isOpen ? /COMMIT\0/ : /(INSERT 0|SELECT) \d+\0/ }
      if (caught?.moment === 'statement') {
        server.destroy()
        return spring()
      }
      server.write(chunk)
      if (chunk.includes('begin\0')) isOpen = true
      if (caught?.moment === 'commit' && (!isOpen || chunk.includes('commit\0'))) spring()
      if (chunk.includes('commit\0') || chunk.includes('rollback\0')) isOpen = false
    })
    server.on('data', (chunk) => {
      if (caught?.moment === 'answer' && caught.commits.test(chunk.toString('latin1'))) spring()
      else if (client.writable) client.write(chunk)
      // Nobody is left: now that it has answered, the server may know.
      else server.destroy()
    })
    client.on('end', () => server.end())
    server.on('close', () => client.destroy())
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')

  const ours = new URL(url)
  ours.hostname = '127.0.0.1'
  ours.port = String((listener.address() as AddressInfo).port)
  return {
    url: ours.href,
    lose: (statement, moment) =>
      new Promise((resolve) => {
        trap = { statement, moment, sprung: resolve }
      }),
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
