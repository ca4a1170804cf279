import type { Context } from '../../context.ts'
import { getMoney } from '../../values/money.ts'
import { refuse } from '../../values/refusal.ts'
import { invalidPrice } from './errors.ts'
import { completePrice, type PriceText, readPrice } from './price-file.ts'
import { deletePrice, findCurrencies, findPriceAt, lockPrices, type StoredPrice, upsertPrices } from './store-prices.ts'

/**
 * Sets one price. Replaces a price with the same prefix, account, currency and start; other prices stay, and apply
 * until this one starts. Adds none if the same price applies at that time already.
 */
export async function setPrice(ctx: Context, text: PriceText): Promise<StoredPrice & { readonly unchanged?: true }> {
  const request = readPrice(text)
  if (typeof request === 'string') throw invalidPrice(request)
  const { accountId } = request
  const now = ctx.clock.now()
  const currencies = await findCurrencies(ctx.db, accountId === null ? [] : [accountId])
  if (accountId !== null && !currencies.has(accountId)) throw refuse('account_not_found')
  const price = completePrice(request, { currencies, currency: ctx.config.currency, now })
  if (typeof price === 'string') throw invalidPrice(price)
  return ctx.db.transaction(async (tx) => {
    await lockPrices(tx)
    const before = await findPriceAt(tx, price)
    if (before !== null && getMoney(before.amount) === price.amount) return { ...before, unchanged: true }
    const [stored] = await upsertPrices(tx, [price], now)
    if (stored === undefined) throw new Error('the price was not stored')
    return stored
  })
}

/** Past charges stay. From now on the previous price applies, or that of a shorter prefix. */
export const removePrice = (ctx: Context, id: number): Promise<StoredPrice> =>
  ctx.db.transaction(async (tx) => {
    await lockPrices(tx)
    const removed = await deletePrice(tx, id)
    if (removed === null) throw refuse('price_not_found')
    return removed
  })
