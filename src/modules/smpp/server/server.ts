import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { plainAddress } from '../../../engine/network.ts'
import { makeProcessName } from '../../../engine/process-name.ts'
import type { Binds } from '../model.ts'
import type { SmppServerContext } from './context.ts'
import { createPartialMessages } from './gather-parts.ts'
import { openLeases } from './leases.ts'
import { createServerMetrics } from './metrics.ts'
import { createReceivers } from './receivers.ts'
import { defaultTimes, openSession, type Session } from './session.ts'
import { createTlsListener } from './tls.ts'
import { createUnbound } from './unbound.ts'

/** The ports that it listens on; null for those that are off. */
export interface SmppPorts {
  readonly port: number | null
  readonly tlsPort: number | null
}

export interface SmppServer {
  readonly binds: Binds
  readonly ports: SmppPorts
  /** Opens the ports of the settings. */
  listen(options: { readonly reusePort: boolean }): Promise<SmppPorts>
  /** Closes the ports. Binds continue. */
  drain(): void
  /** Answers outstanding requests, unbinds all customers and closes the connections. */
  close(): Promise<void>
}

/** The maximum connections of this process. */
const connectionsMax = 10_000

export async function openSmppServer(
  base: Omit<SmppServerContext, 'partialMessages'>,
  changedTimes: Partial<typeof defaultTimes> = {},
): Promise<SmppServer> {
  const times = { ...defaultTimes, ...changedTimes }
  const ctx = { ...base, partialMessages: createPartialMessages(base) }
  const { config, log, authenticator } = ctx
  const owner = makeProcessName()
  const sessions = new Set<Session>()
  const unbound = createUnbound()
  const listeners: Server[] = []
  const receivers = createReceivers()
  const metrics = createServerMetrics(ctx.metrics)
  let isStopping = false
  const leases = await openLeases(ctx, owner, (id) => {
    for (const session of sessions) if (session.leaseId === id) session.destroy('the lease of the bind ended')
  })

  /** Called before a TLS handshake. */
  function admitConnection(socket: Socket): void {
    const name = nameOf(socket)
    const isFull = isStopping || sessions.size >= connectionsMax
    if (isFull || !unbound.add(name, socket.remoteAddress ?? '', () => socket.destroy())) {
      metrics.connectionRefused()
      socket.destroy()
      return
    }
    socket.once('close', () => unbound.delete(name))
  }

  function accept(socket: Socket, encrypted: boolean): void {
    if (socket.destroyed) return
    const name = nameOf(socket)
    const address = plainAddress(socket.remoteAddress ?? '')
    const session = openSession(ctx, socket, {
      address,
      encrypted,
      times,
      leases,
      metrics,
      isStopping: () => isStopping,
      onBound(one) {
        unbound.delete(name)
        if (one.bind !== null) receivers.add(one, one.bind)
      },
    })
    sessions.add(session)
    void session.ended.then(() => {
      sessions.delete(session)
      receivers.remove(session)
    })
  }

  metrics.show({
    get unbound() {
      return unbound.size
    },
    countBinds: (mode) => [...sessions].filter(({ bind }) => bind?.mode === mode).length,
  })

  authenticator.onChange(() => {
    for (const session of sessions)
      if (!session.isAllowed) session.destroy('the credential is no longer valid, or not from this address')
  })

  function listenOn(server: Server, port: number, reusePort: boolean): Promise<number> {
    listeners.push(server)
    server.prependListener('connection', admitConnection)
    // Also counts connections that have not finished the TLS handshake.
    server.maxConnections = connectionsMax
    return new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen({ host: config.host, port, reusePort }, () => {
        server.off('error', reject)
        // For example, no free file descriptors: the connection is lost, but not the server.
        server.on('error', (error) => log.warn({ err: error }, 'failed to accept an SMPP connection'))
        resolve((server.address() as AddressInfo).port)
      })
    })
  }

  function drain(): void {
    for (const server of listeners.splice(0)) server.close()
  }

  let ports: SmppPorts = { port: null, tlsPort: null }
  return {
    binds: { owner, ...receivers },
    get ports() {
      return ports
    },
    async listen({ reusePort }) {
      const { smppPort, smppTlsPort } = config
      const plain = () => createServer((socket) => accept(socket, false))
      const port = smppPort === null ? null : await listenOn(plain(), smppPort, reusePort)
      const tls = () => createTlsListener(ctx, times.certificateMs, (socket) => accept(socket, true))
      const tlsPort = smppTlsPort === null ? null : await listenOn(tls(), smppTlsPort, reusePort)
      ports = { port, tlsPort }
      return ports
    },
    drain,
    async close() {
      drain()
      isStopping = true
      await Promise.all([...sessions].map((session) => session.leave()))
      await leases.stop()
    },
  }
}

/** The same for a TLS socket as for the socket below it. */
const nameOf = ({ remoteAddress, remotePort, localPort }: Socket) => `${remoteAddress} ${remotePort} ${localPort}`
