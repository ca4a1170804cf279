import type { FastifyInstance } from 'fastify'
import { openArea } from '../engine/http/index.ts'
import type { RoutingContext } from '../modules/routing/index.ts'

const open = { config: { area: openArea } }

/**
 * `/health`: this process serves. `/ready`: it can also take a message, and a carrier is up to pass it on to, here or
 * on another process. Neither needs a credential.
 */
export function healthRoutes(app: FastifyInstance, { db, routing }: Pick<RoutingContext, 'db' | 'routing'>): void {
  app.get('/health', open, async () => ({ status: 'ok' }))

  app.get('/ready', open, async (_request, reply) => {
    const database = await db.canWrite().catch(() => false)
    const carrier = routing.names().some(routing.isUp)
    return reply
      .code(database && carrier ? 200 : 503)
      .send({ status: database && carrier ? 'ok' : 'unavailable', database, carrier })
  })
}
