import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What a request that is under way when the server closes may still take. */
const closeGraceMs = 15_000

/** Closing waits for requests, never for connections: one that asks nothing is ended at once, another when its last request is answered. */
export function closeConnections(app: FastifyInstance): void {
  const underWay = new Map<Socket, number>()
  let closing = false

  const leave = (socket: Socket) => {
    const left = (underWay.get(socket) ?? 0) - 1
    if (underWay.has(socket)) underWay.set(socket, left)
    if (closing && left <= 0) socket.destroySoon()
  }
  app.server.on('connection', (socket: Socket) => {
    if (closing) return void socket.destroy()
    underWay.set(socket, 0)
    socket.once('close', () => underWay.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    underWay.set(socket, (underWay.get(socket) ?? 0) + 1)
    response.once('close', () => leave(socket))
  })
  app.addHook('preClose', async () => {
    closing = true
    for (const [socket, requests] of underWay) if (requests === 0) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), closeGraceMs).unref()
  })
}
