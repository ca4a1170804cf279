import type { FastifyInstance, FastifyReply } from 'fastify'
import { openArea } from '../engine/http/index.ts'
import type { RoutingContext } from '../modules/routing/index.ts'

const open = { config: { area: openArea } }

/**
 * `/health`: the process is running. `/ready`: it can accept requests. `/ready/send`: in addition, a carrier is
 * connected to this or another process. No credential needed.
 */
export function healthRoutes(
  app: FastifyInstance,
  { db, routing }: Pick<RoutingContext, 'db' | 'routing'>,
  isDraining: () => boolean,
): void {
  async function answer(reply: FastifyReply, needsCarrier: boolean) {
    const database = await db.canWrite().catch(() => false)
    const carrier = routing.names().some(routing.isUp)
    const draining = isDraining()
    const isReady = database && !draining && (carrier || !needsCarrier)
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'ok' : 'unavailable', database, carrier, draining })
  }

  app.get('/health', open, async () => ({ status: 'ok' }))
  app.get('/ready', open, (_request, reply) => answer(reply, false))
  app.get('/ready/send', open, (_request, reply) => answer(reply, true))
}
