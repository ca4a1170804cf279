import type { Metrics } from '../metrics.ts'
import type { BatcherOptions } from './batcher.ts'

/** Measures successful writes. A failed batch is not counted, but its items are when they are retried one by one. */
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
