import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../engine/db/index.ts'
import { createPriceList, type PriceList } from './prices.ts'
import { getPricesVersion, listAllPrices } from './store-prices.ts'

export interface PriceCache extends PriceList {
  stop(): Promise<void>
}

const pollMs = 1_000

/** All prices, in memory: every message is priced. A change on any process is known here a second later. */
export async function startPrices(db: Database): Promise<PriceCache> {
  const stopping = new AbortController()
  let version = -1
  let list = createPriceList([])

  /** The version is read first: what changes between the two is read again. */
  async function poll() {
    const current = await getPricesVersion(db)
    if (current === version) return
    list = createPriceList(await listAllPrices(db))
    version = current
  }

  async function keepPolling() {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // A database that is away has no new prices either.
      await poll().catch(() => {})
    }
  }

  await poll()
  const polling = keepPolling()
  return {
    pricesFor: (...question) => list.pricesFor(...question),
    async stop() {
      stopping.abort()
      await polling
    },
  }
}
