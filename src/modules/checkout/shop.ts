import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../console-route.ts'
import type { Queryable, Row } from '../../engine/db/index.ts'
import { Refusal } from '../../values/refusal.ts'
import type { CheckoutContext } from './context.ts'

/** The address of a shop: an http or https URL without a user. Null for any other text. */
export function parseShopUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href
}

const invalidShopUrl = () =>
  new Refusal(400, 400, 'Invalid Shop Address', {
    hint: 'url is an http or https address without a user, such as https://shop.example.com, or null',
  })

/** The page that the checkout page links back to. */
export function shopConsole(app: FastifyInstance, { db }: Pick<CheckoutContext, 'db'>): void {
  serve(app, 'GET /accounts/:account/shop', { may: 'viewer' }, async ({ accountId }) => ({
    url: await findShopUrl(db, accountId),
  }))

  serve(
    app,
    'PUT /accounts/:account/shop',
    { may: 'owner', does: 'account.shop' },
    async ({ accountId, body: { url }, request }) => {
      const parsed = url === null ? null : parseShopUrl(url)
      if (url !== null && parsed === null) throw invalidShopUrl()
      request.auditDetail = { url: parsed }
      await sql`update accounts set shop_url = ${parsed} where id = ${accountId}`.execute(db)
      return { url: parsed }
    },
  )
}

async function findShopUrl(db: Queryable, accountId: number): Promise<string | null> {
  const { rows } = await sql<
    Row<'accounts', 'shop_url'>
  >`select shop_url from accounts where id = ${accountId}`.execute(db)
  return rows[0]?.shop_url ?? null
}
