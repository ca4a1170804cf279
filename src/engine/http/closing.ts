import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What a request that is under way when the server closes may still take. */
const closeGraceMs = 15_000

export function closeConnections(app: FastifyInstance): void {
  const endConnections = watchConnections(app.server)
  app.addHook('preClose', async () => endConnections())
}

/**
 * Closing waits for requests, never for connections: once the function that this returns was called, one that asks
 * nothing is ended at once, another when its last request is answered.
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
    response.once('close', () => leave(socket))
  })
  return () => {
    closing = true
    // A lingering connection closes itself.
    for (const [socket, requests] of underWay) if (requests === 0 && !socket.writableEnded) socket.destroy()
    setTimeout(() => server.closeAllConnections(), closeGraceMs).unref()
  }
}
