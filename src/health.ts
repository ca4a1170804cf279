import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Context } from './context.ts'
import { openArea } from './engine/http/index.ts'

const open = { config: { area: openArea } }

/** `/health`: this process serves. `/ready`: it can also take a message and pass it on. Neither needs a credential. */
export function healthRoutes(app: FastifyInstance, ctx: Context): void {
  app.get('/health', open, async () => ({ status: 'ok' }))

  app.get('/ready', open, async (_request, reply) => {
    const database = await sql`select 1`.execute(ctx.db).then(
      () => true,
      () => false,
    )
    const carrier = ctx.carriers.some((one) => one.ready())
    return reply.code(database && carrier ? 200 : 503).send({ status: database && carrier ? 'ok' : 'unavailable', database, carrier })
  })
}
