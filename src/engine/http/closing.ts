import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** Maximum time that a running request may take after the server starts to close. */
export const closeGraceMs = 15_000

/**
 * Returns a function that closes idle connections at once and the others after their last response, so that closing
 * waits for requests but never for connections.
 */
export function watchConnections(server: Server): () => void {
  const underWay = new Map<Socket, number>()
  let closing = false

  const leave = (socket: Socket) => {
    const left = (underWay.get(socket) ?? 0) - 1
    if (underWay.has(socket)) underWay.set(socket, left)
    if (closing && left <= 0) socket.destroySoon()
  }
  server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.on('close', () => leave(socket))
  })
  return () => {
    closing = true
    // A lingering connection closes itself.
    for (const [socket, requests] of underWay) if (requests === 0 && !socket.writableEnded) socket.destroy()
    setTimeout(() => server.closeAllConnections(), closeGraceMs).unref()
  }
}

export type Draining = ReturnType<typeof createDraining>

/**
 * Draining is the time between SIGTERM and the end, in which a load balancer notices and stops sending requests. Every
 * response closes its connection, so that the next request goes to another process.
 */
export function createDraining(server: Server) {
  let on = false
  server.prependListener('request', (_request, response) => {
    if (on) response.shouldKeepAlive = false
  })
  return {
    begin() {
      on = true
    },
    isOn: () => on,
  }
}
