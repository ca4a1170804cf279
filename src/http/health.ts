import type { FastifyInstance, FastifyReply } from 'fastify'
import { openArea } from '../engine/http/index.ts'
import type { RoutingContext } from '../modules/routing/index.ts'

const open = { config: { area: openArea } }

/**
 * `/health`: this process serves. `/ready`: it can take requests. `/ready/send`: a carrier is also up to pass messages
 * on to, here or on another process. None needs a credential.
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
