import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { Metrics } from '../metrics.ts'

/** Collects items while the previous batch is being written, and writes them together. */
export interface Batcher<Item, Result> {
  /** Resolves when the batch with this item is written. Rejects when this item cannot be written. */
  add(item: Item): Promise<Result>
  /** Resolves when no item is waiting or being written. */
  idle(): Promise<void>
}

interface BatcherOptions<Item, Result> {
  /** Writes all items or none and returns the results in the same order. Never runs concurrently. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Whether to retry a failed batch item by item, so that only the bad item fails. */
  readonly isolate: (error: unknown) => boolean
  /** Whether to retry the same batch at once, for example after a deadlock. */
  readonly repeat?: (error: unknown) => boolean
  readonly weigh?: (item: Item) => number
  readonly weightMax: number
  /** Time to wait for more items. By default a batch starts as soon as the previous one is written. */
  readonly lingerMs?: number
  /** Items beyond this limit are rejected with Overloaded. */
  readonly waitingMax: number
}

/** The queue is full. The item was not processed. */
export class Overloaded extends Error {
  override readonly name = 'Overloaded'
}

interface Waiting<Item, Result> {
  readonly item: Item
  readonly weight: number
  readonly resolve: (result: Result) => void
  readonly reject: (error: unknown) => void
}

const triesMax = 3

export function createBatcher<Item, Result>(options: BatcherOptions<Item, Result>): Batcher<Item, Result> {
  const { flush, isolate, repeat = () => false, weigh = () => 1, weightMax, lingerMs = 0, waitingMax } = options
  let waiting: Waiting<Item, Result>[] = []
  let working: Promise<void> | null = null

  async function work() {
    while (waiting.length > 0) {
      await (lingerMs > 0 ? sleep(lingerMs) : nextTurn())
      await write(takeBatch())
    }
    working = null
  }

  /** Takes at least one item, even when it exceeds the limit. */
  function takeBatch(): Waiting<Item, Result>[] {
    let sum = 0
    const end = waiting.findIndex(({ weight }, index) => {
      sum += weight
      return index > 0 && sum > weightMax
    })
    const batch = end === -1 ? waiting : waiting.slice(0, end)
    waiting = end === -1 ? [] : waiting.slice(end)
    return batch
  }

  async function write(batch: readonly Waiting<Item, Result>[], tries = 1): Promise<void> {
    try {
      const results = await flush(batch.map(({ item }) => item))
      for (const [index, { resolve }] of batch.entries()) resolve(results[index] as Result)
    } catch (error) {
      if (tries < triesMax && repeat(error)) await write(batch, tries + 1)
      else if (batch.length > 1 && isolate(error)) for (const one of batch) await write([one])
      else for (const { reject } of batch) reject(error)
    }
  }

  return {
    add(item) {
      if (waiting.length >= waitingMax)
        return Promise.reject(new Overloaded(`the batch queue is full (${waitingMax} items)`))
      return new Promise((resolve, reject) => {
        waiting.push({ item, weight: weigh(item), resolve, reject })
        working ??= work()
      })
    },
    async idle() {
      while (working) await working
    },
  }
}

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
