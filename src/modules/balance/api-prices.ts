import type { FastifyInstance } from 'fastify'
import { serve } from '../../api-route.ts'
import type { Context } from '../../context.ts'
import { prices } from '../../contract/account/balance.ts'
import { consolePrices } from '../../contract/console/balance.ts'
import { takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { parseId } from '../../values/id.ts'
import { invalidParameter, type Query, showList } from '../../values/page.ts'
import { readPlace } from '../../values/place.ts'
import { loadPrices } from './load-prices.ts'
import { parsePrefix, parseProduct } from './price-file.ts'
import { creditProducts } from './rules.ts'
import { removePrice, setPrice } from './set-price.ts'
import { listPrices, listPricesOf, type PriceFilter, type StoredPrice } from './store-prices.ts'

/** Prices: operators set them, and members see the ones that apply to their account. */
export function pricesApi(app: FastifyInstance, ctx: Context): void {
  app.register(async (scope) => serveImport(scope, ctx))

  serve(app, consolePrices.listAll, async ({ query }) => {
    const filter = { ...readFilter(query), place: readPlace(query) }
    const accountId = readAccount(query.account)
    return showList(await listPrices(ctx.db, { ...filter, accountId }))
  })

  serve(app, prices.list, async ({ query, accountId }) => {
    const filter = { ...readFilter(query), place: readPlace(query) }
    return showList(await listPricesOf(ctx.db, accountId, filter, ctx.clock.now()))
  })

  serve(app, consolePrices.set, async ({ body, request }) => {
    const { accountId = null, currency = '', validFrom = '', ...others } = body
    const price = await setPrice(ctx, {
      ...others,
      account: accountId === null ? '' : String(accountId),
      currency,
      validFrom,
    })
    request.auditDetail = detailOf(price)
    return price
  })

  serve(app, consolePrices.delete, async ({ id, request }) => {
    request.auditDetail = detailOf(await removePrice(ctx, id('price')))
  })
}

function serveImport(scope: FastifyInstance, ctx: Context): void {
  takeCsv(scope)
  serve(scope, consolePrices.import, async ({ query, request }) => {
    const replace = readBoolean(query, 'replace')
    const loaded = await withCsvBody(request, (source) => loadPrices(ctx, source, replace))
    request.auditDetail = { ...loaded, replace }
    return loaded
  })
}

const detailOf = ({ product, accountId, prefix, currency, amount, validFrom }: StoredPrice) => ({
  product,
  accountId,
  prefix,
  currency,
  amount,
  validFrom,
})

function readFilter(query: Query): Omit<PriceFilter, 'accountId' | 'place'> {
  const { product: name = '', prefix: digits = '' } = query
  const product = typeof name === 'string' ? parseProduct(name) : null
  if (product === null && name !== '') throw invalidParameter('product', `one of ${creditProducts.join(', ')}`)
  const prefix = typeof digits === 'string' ? parsePrefix(digits) : null
  if (prefix === null) throw invalidParameter('prefix', '0 to 15 digits, without +')
  return { product, prefix }
}

function readBoolean(query: Query, name: string): boolean {
  const value = query[name] ?? 'false'
  if (value !== 'true' && value !== 'false') throw invalidParameter(name, 'true or false')
  return value === 'true'
}

/** An account id, or `default` for the default prices. */
function readAccount(value: unknown): number | null | undefined {
  if (value === undefined || value === '') return undefined
  if (value === 'default') return null
  const accountId = parseId(value)
  if (accountId === null) throw invalidParameter('account', 'the ID of an account, or default for the default prices')
  return accountId
}
