/** Stands between a program and a server, and cuts, stalls or slows every connection. */
import { once } from 'node:events'
import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net'

export interface TcpProxy {
  readonly port: number
  /** Data flows again, including held-back bytes. */
  restore(): void
  /** Closes every connection and refuses new ones. */
  cut(): void
  /** Connections stay open, new ones are taken, and no byte passes. */
  hang(): void
  /** Every chunk is late by so much. */
  slow(milliseconds: number): void
  close(): Promise<void>
}

type Mode = { readonly kind: 'cut' | 'hang' } | { readonly kind: 'pass'; readonly delayMs: number }

export async function startTcpProxy(target: { readonly host: string; readonly port: number }): Promise<TcpProxy> {
  const pumps = new Set<{ flow(): void }>()
  const sockets = new Set<Socket>()
  let mode: Mode = { kind: 'pass', delayMs: 0 }

  function pump(from: Socket, to: Socket): void {
    const held: { readonly at: number; readonly chunk: Buffer | null }[] = []
    let timer: NodeJS.Timeout | undefined
    const flow = () => {
      clearTimeout(timer)
      if (mode.kind !== 'pass') return
      const now = performance.now()
      for (let first = held[0]; first !== undefined && first.at <= now; first = held[0]) {
        held.shift()
        if (first.chunk === null) to.end()
        else if (to.writable) to.write(first.chunk)
      }
      const next = held[0]
      if (next !== undefined) timer = setTimeout(flow, next.at - now + 1)
    }
    const hold = (chunk: Buffer | null) => {
      held.push({ at: performance.now() + (mode.kind === 'pass' ? mode.delayMs : 0), chunk })
      flow()
    }
    const one = { flow }
    pumps.add(one)
    from.on('data', hold)
    from.on('end', () => hold(null))
    from.on('close', () => {
      pumps.delete(one)
      // Bytes sent before the end still arrive.
      if (held.length === 0) to.destroy()
    })
  }

  const listener = createServer({ allowHalfOpen: true }, (client) => {
    if (mode.kind === 'cut') return void client.destroy()
    const server = createConnection({ ...target, allowHalfOpen: true })
    for (const socket of [client, server]) {
      sockets.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => {})
      socket.on('close', () => sockets.delete(socket))
    }
    server.on('error', () => client.destroy())
    pump(client, server)
    pump(server, client)
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')

  function become(next: Mode): void {
    mode = next
    if (next.kind === 'cut') for (const socket of sockets) socket.destroy()
    for (const one of pumps) one.flow()
  }
  return {
    port: (listener.address() as AddressInfo).port,
    restore: () => become({ kind: 'pass', delayMs: 0 }),
    cut: () => become({ kind: 'cut' }),
    hang: () => become({ kind: 'hang' }),
    slow: (delayMs) => become({ kind: 'pass', delayMs }),
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
