import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { openArea } from './engine/http/index.ts'

const open = { config: { area: openArea } }

/**
 * `/health`: this process serves. `/ready`: it can also take a message and pass it on, or, when passing on is the work of other processes, at least
 * knows a carrier to leave it for. Neither needs a credential.
 */
export function healthRoutes(app: FastifyInstance, ctx: Context, works: boolean): void {
  app.get('/health', open, async () => ({ status: 'ok' }))

  app.get('/ready', open, async (_request, reply) => {
    const database = await sql`select 1`.execute(ctx.db).then(
      () => true,
      () => false,
    )
    const carrier = works ? ctx.carriers.some((one) => one.ready()) : ctx.carriers.length > 0
    return reply.code(database && carrier ? 200 : 503).send({ status: database && carrier ? 'ok' : 'unavailable', database, carrier })
  })
}
