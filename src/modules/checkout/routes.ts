import type { FastifyInstance } from 'fastify'
import { websitesMax } from '../../contract/account/account.ts'
import type { CheckoutQuery, CheckoutReply } from '../../contract/public/checkout.ts'
import type { Unvalidated } from '../../contract/public/shapes.ts'
import { type Queryable, run } from '../../engine/db/index.ts'
import { skipSchemaValidation } from '../../engine/http/index.ts'
import { isAbsent, isObject } from '../../values/json.ts'
import { parseWebsite } from '../accounts/index.ts'
import { originOf, pagePath } from './address.ts'
import type { CheckoutContext } from './context.ts'
import { checkoutSchema } from './describe.ts'
import { badHost, invalidFormat, invalidWebsite, missingWebsite, tooManyWebsites } from './errors.ts'
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

/** Registers the website of a shop. Only for lenient credentials, and not part of the documented API. */
export function websiteRoutes(app: FastifyInstance, { db }: Pick<CheckoutContext, 'db'>): void {
  app.post(
    '/v1/whitelist/add-to-list',
    {
      ...skipSchemaValidation,
      config: { area: 'checkout', malformedBody: invalidFormat },
      schema: { hide: true } as object,
    },
    async ({ body, caller }) => {
      if (!isObject(body)) throw invalidFormat()
      const { website } = body
      if (isAbsent(website)) throw missingWebsite()
      const origin = typeof website === 'string' ? parseWebsite(website) : null
      if (origin === null) throw invalidWebsite()
      if (!(await addWebsite(db, caller.accountId, origin))) throw tooManyWebsites(websitesMax)
      return { code: 200, message: 'Website Added Successfully' }
    },
  )
}

/** False when the account has reached its limit. A website that is already stored is not added again. */
const addWebsite = (db: Queryable, accountId: number, website: string) => run.hasRows(db)`
  update accounts
     set shop_websites = case when ${website} = any(shop_websites) then shop_websites else shop_websites || ${website}::text end
   where id = ${accountId}
     and (${website} = any(shop_websites) or cardinality(shop_websites) < ${websitesMax})
  returning id
`
