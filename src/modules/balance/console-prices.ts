import type { FastifyInstance } from 'fastify'
import { type Static, Type } from 'typebox'
import type { Context } from '../../context.ts'
import { takeCsv, withCsvBody } from '../../engine/csv/index.ts'
import { consoleArea, idIn } from '../../engine/http/index.ts'
import { parseId } from '../../values/id.ts'
import { invalidParameter, type Query, readPage, showPage } from '../../values/page.ts'
import { fileBytesMax, loadPrices } from './load-prices.ts'
import { parsePrefix, parseProduct } from './price-rules.ts'
import { creditProducts } from './rules.ts'
import { removePrice, setPrice } from './set-price.ts'
import { listPrices, listPricesOf, type PricesQuestion, type StoredPrice } from './store-prices.ts'

const area = consoleArea
const prices = '/console/v1/prices'

const PriceBody = Type.Object({
  product: Type.String({ maxLength: 50 }),
  accountId: Type.Optional(Type.Union([Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }), Type.Null()])),
  prefix: Type.String({ maxLength: 50 }),
  currency: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
  amount: Type.String({ maxLength: 50 }),
  validFrom: Type.Optional(Type.String({ minLength: 1, maxLength: 50 })),
})

/** What things cost: operators set it, and everybody sees what holds for their account. */
export function pricesConsole(app: FastifyInstance, ctx: Context): void {
  app.register(async (room) => loading(room, ctx))

  app.get(prices, { config: { area, may: 'operator' } }, async ({ query }) => {
    const question = readQuestion(query as Query)
    const accountId = readAccount((query as Query).account)
    return showPage(await listPrices(ctx.db, { ...question, accountId }), question.page)
  })

  app.get('/console/v1/accounts/:account/prices', { config: { area, may: 'viewer' } }, async ({ query, accountId }) => {
    const question = readQuestion(query as Query)
    return showPage(await listPricesOf(ctx.db, accountId ?? 0, question, ctx.clock.now()), question.page)
  })

  app.put(
    prices,
    { config: { area, may: 'operator', does: 'price.set' }, schema: { body: PriceBody } },
    async (request) => {
      const { accountId = null, currency = '', validFrom = '', ...body } = request.body as Static<typeof PriceBody>
      const price = await setPrice(ctx, {
        ...body,
        account: accountId === null ? '' : String(accountId),
        currency,
        validFrom,
      })
      request.auditDetail = detailOf(price)
      return price
    },
  )

  app.delete(
    `${prices}/:price`,
    { config: { area, may: 'operator', does: 'price.remove' } },
    async (request, reply) => {
      request.auditDetail = detailOf(await removePrice(ctx, idIn(request.params, 'price')))
      return reply.code(204).send()
    },
  )
}

function loading(room: FastifyInstance, ctx: Context): void {
  takeCsv(room)
  const config = { area, may: 'operator', does: 'prices.load', bodyAsItComes: true } as const
  room.post(`${prices}/import`, { config, bodyLimit: fileBytesMax }, async (request) => {
    const replace = readSwitch(request.query as Query, 'replace')
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

function readQuestion(query: Query): Omit<PricesQuestion, 'accountId'> {
  const { product: name = '', prefix: digits = '' } = query
  const product = typeof name === 'string' ? parseProduct(name) : null
  if (product === null && name !== '') throw invalidParameter('product', `one of ${creditProducts.join(', ')}`)
  const prefix = typeof digits === 'string' ? parsePrefix(digits) : null
  if (prefix === null) throw invalidParameter('prefix', '0 to 15 digits, without +')
  return { page: readPage(query), product, prefix }
}

function readSwitch(query: Query, name: string): boolean {
  const value = query[name] ?? 'false'
  if (value !== 'true' && value !== 'false') throw invalidParameter(name, 'true or false')
  return value === 'true'
}

/** An id, or `default` for the prices that hold for all. */
function readAccount(value: unknown): number | null | undefined {
  if (value === undefined || value === '') return undefined
  if (value === 'default') return null
  const accountId = parseId(value)
  if (accountId === null)
    throw invalidParameter('account', 'the id of an account, or default for the prices that hold for all')
  return accountId
}
