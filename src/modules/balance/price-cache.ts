import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../engine/db/index.ts'
import { createPriceList, type Price, type PriceList } from './prices.ts'
import { getPricesVersion, listPricesAfter } from './store-prices.ts'

export interface PriceCache extends PriceList {
  stop(): Promise<void>
}

const pollMs = 1_000
/** Prices read before yielding to others. */
const stepSize = 10_000

/** All prices in memory, because every message needs one. Changes on any process arrive within a second. */
export async function startPrices(db: Database): Promise<PriceCache> {
  const stopping = new AbortController()
  let version = -1
  let list = createPriceList([])

  /** The version is read before and after: if it changed in between, the prices are read again. */
  async function poll() {
    const current = await getPricesVersion(db)
    if (current === version) return
    const prices = await readPrices(db)
    if ((await getPricesVersion(db)) !== current) return
    list = createPriceList(prices)
    version = current
  }

  async function keepPolling() {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // While the database is unreachable, prices cannot change.
      await poll().catch(() => {})
    }
  }

  while (version === -1) await poll()
  const polling = keepPolling()
  return {
    pricesFor: (...question) => list.pricesFor(...question),
    async stop() {
      stopping.abort()
      await polling
    },
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
