import type { Metrics } from '../metrics.ts'
import type { BatcherOptions } from './batcher.ts'

/** Measures what was written: a batch that failed is not counted, the items of it that were then written alone are. */
export function measureFlush<Item, Result>(
  { batchItems, batchSeconds }: Metrics,
  batch: string,
  flush: BatcherOptions<Item, Result>['flush'],
): BatcherOptions<Item, Result>['flush'] {
  const items = batchItems.labels({ batch })
  const seconds = batchSeconds.labels({ batch })
  return async (all) => {
    const startedAt = performance.now()
    const results = await flush(all)
    seconds.observe((performance.now() - startedAt) / 1_000)
    items.observe(all.length)
    return results
  }
}
