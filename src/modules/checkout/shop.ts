import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { serve } from '../../console-route.ts'
import { websiteLengthMax } from '../../contract/console/accounts.ts'
import type { Queryable } from '../../engine/db/index.ts'
import { Refusal } from '../../values/refusal.ts'
import type { CheckoutContext } from './context.ts'
import { invalidWebsite } from './errors.ts'

/** The address of a shop: an http or https URL without a user. Null for any other text. */
export function parseShopUrl(text: string): string | null {
  const url = URL.canParse(text) ? new URL(text) : null
  if (url === null || !/^https?:$/.test(url.protocol) || url.username !== '' || url.password !== '') return null
  return url.href
}

/** The origin of a website, given by its address or only its host. Null for any other text. */
export function parseWebsite(text: string): string | null {
  if (text.length > websiteLengthMax) return null
  const url = parseShopUrl(text.includes('://') ? text.trim() : `https://${text.trim()}`)
  return url === null ? null : new URL(url).origin
}

const invalidShopUrl = () =>
  new Refusal(400, 400, 'Invalid Shop Address', {
    hint: 'url is an http or https address without a user, such as https://shop.example.com, or null',
  })

/** The page that the checkout page links back to, and the websites that shop software registered. */
export function shopConsole(app: FastifyInstance, { db }: Pick<CheckoutContext, 'db'>): void {
  serve(app, 'GET /accounts/:account/shop', { may: 'viewer' }, ({ accountId }) => findShop(db, accountId))

  serve(
    app,
    'PUT /accounts/:account/shop',
    { may: 'owner', does: 'account.shop' },
    async ({ accountId, body: { url, websites }, request }) => {
      const parsed = url === null ? null : parseShopUrl(url)
      if (url !== null && parsed === null) throw invalidShopUrl()
      const origins = websites === undefined ? null : [...new Set(websites.map(getWebsite))]
      request.auditDetail = { url: parsed, ...(origins === null ? {} : { websites: origins }) }
      await sql`
        update accounts
           set shop_url = ${parsed}, shop_websites = coalesce(${origins}::text[], shop_websites)
         where id = ${accountId}
      `.execute(db)
      return findShop(db, accountId)
    },
  )
}

function getWebsite(text: string): string {
  const website = parseWebsite(text)
  if (website === null) throw invalidWebsite()
  return website
}

async function findShop(db: Queryable, accountId: number): Promise<{ url: string | null; websites: string[] }> {
  const { rows } = await sql<{ url: string | null; websites: string[] }>`
    select shop_url as url, shop_websites as websites from accounts where id = ${accountId}
  `.execute(db)
  return rows[0] ?? { url: null, websites: [] }
}
