import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isTransient } from './db/index.ts'

/** A frequent event of an account, or several equal events with their count. */
export interface Counted {
  readonly accountId: number
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

export interface CountBufferOptions<T extends Counted> {
  readonly log: Logger
  readonly everyMs: number
  /** Items with the same name are merged, and only their count is stored. Without a name, an item is stored itself. */
  readonly nameOf?: (item: T) => string | null
  readonly save: (items: readonly T[]) => Promise<void>
  /** Name of the items in log messages. */
  readonly what: string
  /**
   * Replaces an item when the buffer is full by one that all items of the account share. Without it, or if it
   * returns null, such items are dropped.
   */
  readonly rest?: (item: T) => T | null
  /** Called for every dropped item. */
  readonly onDropped?: () => void
}

/** Maximum number of different items between two writes. Only misbehaving clients or a long outage reach it. */
const itemsMax = 1_000
/** Keeps one account from filling the buffer. */
const itemsPerAccountMax = 100

/** Keeps items in memory and writes them in batches, so that `add` never waits. */
export function startCountBuffer<T extends Counted>(options: CountBufferOptions<T>) {
  const { log, everyMs, nameOf, save, what, rest, onDropped } = options
  const stopping = new AbortController()
  let buffered = new Map<string | T, T>()
  let perAccount = new Map<number, number>()
  let saving: Promise<void> = Promise.resolve()

  function add(item: T) {
    if (keep(item, false)) return
    const one = rest?.(item) ?? null
    if (one === null) onDropped?.()
    else keep(one, true)
  }

  /** False when a new item does not fit. */
  function keep(item: T, always: boolean): boolean {
    const name = nameOf?.(item) ?? item
    const known = buffered.get(name)
    const ofAccount = perAccount.get(item.accountId) ?? 0
    if (known === undefined && !always && (buffered.size >= itemsMax || ofAccount >= itemsPerAccountMax)) return false
    if (known === undefined) perAccount.set(item.accountId, ofAccount + 1)
    buffered.set(name, known === undefined ? item : mergeCounts(known, item))
    return true
  }

  /**
   * Writes all added items now. Writes run one after the other, so that all earlier items are stored when this resolves.
   * Rejects when the database cannot be reached; then they are written later.
   */
  function write(): Promise<void> {
    const writing = saving.then(writeNow)
    saving = writing.catch(() => {})
    return writing
  }

  async function writeNow() {
    const written = [...buffered.values()]
    buffered = new Map()
    perAccount = new Map()
    if (written.length === 0) return
    try {
      await save(written)
    } catch (error) {
      // Do not retry permanent errors.
      if (!isTransient(error)) return log.error({ err: error }, `failed to store ${what}`)
      for (const item of written) add(item)
      throw error
    }
  }

  async function keepWriting() {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await write().catch(() => {})
    }
  }

  const writing = keepWriting()
  return {
    add,
    write,
    async stop() {
      stopping.abort()
      await writing
      await write().catch(() => {})
    },
  }
}

/** Other fields are taken from the later item. */
function mergeCounts<T extends Counted>(one: T, other: T): T {
  const [first, last] = one.lastAt > other.lastAt ? [other, one] : [one, other]
  return {
    ...last,
    count: one.count + other.count,
    firstAt: first.firstAt < last.firstAt ? first.firstAt : last.firstAt,
  }
}
