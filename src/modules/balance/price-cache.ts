import type { Changes } from '../../engine/changes.ts'
import type { Database } from '../../engine/db/index.ts'
import { createPriceList, type Price, type PriceList } from './prices.ts'
import { getPricesVersion, listPricesAfter } from './store-prices.ts'

export interface PriceCache extends PriceList {
  stop(): Promise<void>
}

/** Prices read before yielding to others. */
const stepSize = 10_000

/** All prices in memory, because every message needs one. Changes on any process arrive within a second. */
export async function startPrices(db: Database, changes: Changes): Promise<PriceCache> {
  let list = createPriceList([])

  /** The version is read before and after: if it changed in between, the prices are read again. */
  async function reload() {
    for (;;) {
      const version = await getPricesVersion(db)
      const prices = await readPrices(db)
      if ((await getPricesVersion(db)) !== version) continue
      list = createPriceList(prices)
      return
    }
  }

  const following = changes.follow('prices', reload)
  await following.reload()
  return {
    pricesFor: (...question) => list.pricesFor(...question),
    stop: () => following.stop(),
  }
}

async function readPrices(db: Database): Promise<Price[]> {
  const prices: Price[] = []
  for (let last = 0; ; ) {
    const step = await listPricesAfter(db, last, stepSize)
    for (const { product, accountId, prefix, currency, amount, validFrom } of step)
      prices.push({ product, accountId, prefix, currency, amount, validFrom })
    last = step.at(-1)?.id ?? last
    if (step.length < stepSize) return prices
  }
}
