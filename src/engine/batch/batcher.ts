import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'

/** Gathers what comes in while the previous batch is being written, and writes it together. */
export interface Batcher<Item, Result> {
  /** Resolves when the batch with this item was written, and fails when this item alone could not be. */
  add(item: Item): Promise<Result>
  /** Resolves when nothing waits and nothing is being written. */
  idle(): Promise<void>
}

export interface BatcherOptions<Item, Result> {
  /** Writes all of them or none; the results are in the order of the items. Never runs twice at once. */
  readonly flush: (items: readonly Item[]) => Promise<readonly Result[]>
  /** Whether a failed batch is worth writing again item by item, so that one bad item fails alone. */
  readonly isolate: (error: unknown) => boolean
  /** Whether the same batch may work when it is written again at once, as after a deadlock. */
  readonly repeat?: (error: unknown) => boolean
  /** How much one item adds to a batch; 1 when left out. */
  readonly weigh?: (item: Item) => number
  readonly weightMax: number
  /** How long to wait for company. Without it a batch goes as soon as the previous one is written. */
  readonly lingerMs?: number
  /** More than this many waiting are turned away. */
  readonly waitingMax: number
}

/** Too much is waiting already; nothing was done. */
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

  /** At least one item, however heavy. */
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
        return Promise.reject(new Overloaded(`more than ${waitingMax} are waiting to be written`))
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
