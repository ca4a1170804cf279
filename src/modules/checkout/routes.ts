import type { FastifyInstance } from 'fastify'
import type { CheckoutQuery, CheckoutReply } from '../../contract/public/checkout.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { skipSchemaValidation } from '../../engine/http/index.ts'
import { originOf, pagePath } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { checkoutSchema } from './describe.ts'
import { badHost } from './errors.ts'
import { openSession } from './open-session.ts'
import { readWanted } from './parse.ts'

export function checkoutRoutes(app: FastifyInstance, ctx: CheckoutContext): void {
  app.get(
    '/v1/checkout',
    { ...skipSchemaValidation, config: { area: 'checkout', isCreatingGet: true }, schema: checkoutSchema },
    async (request, reply) => {
      const { accountId } = request.caller
      const query = request.query as Unvalidated<CheckoutQuery>
      const wanted = readWanted(query, request.headers)
      const origin = originOf(ctx.config.publicUrl, request)
      if (origin === null) throw badHost()
      const src = `${origin}${pagePath(await openSession(ctx, accountId, wanted))}`
      reply.header('Cache-Control', 'no-store')
      return query.sendSource === 'true' ? ({ src } satisfies CheckoutReply) : reply.redirect(src, 302)
    },
  )
}
