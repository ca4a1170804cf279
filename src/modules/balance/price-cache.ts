import { sql } from 'kysely'
import type { Changes } from '../../engine/changes.ts'
import type { Database, Tx } from '../../engine/db/index.ts'
import { createPriceList, type Price, type PriceList } from './prices.ts'
import { listPricesAfter } from './store-prices.ts'

export interface PriceCache extends PriceList {
  stop(): Promise<void>
}

/** Prices read before yielding to others. */
const stepSize = 10_000

/** All prices in memory, because every message needs one. Changes on any process arrive within a second. */
export async function startPrices(db: Database, changes: Changes): Promise<PriceCache> {
  let list = createPriceList([])

  async function reload() {
    list = createPriceList(await db.transaction(readPrices))
  }

  const following = changes.follow('prices', reload)
  await following.reload()
  return {
    pricesFor: (...filter) => list.pricesFor(...filter),
    stop: () => following.stop(),
  }
}

/** In one snapshot, because a file replaces many prices at once. */
async function readPrices(tx: Tx): Promise<Price[]> {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
  const prices: Price[] = []
  for (let last = 0; ; ) {
    const step = await listPricesAfter(tx, last, stepSize)
    for (const { product, accountId, prefix, currency, amount, validFrom } of step)
      prices.push({ product, accountId, prefix, currency, amount, validFrom })
    last = step.at(-1)?.id ?? last
    if (step.length < stepSize) return prices
  }
}
