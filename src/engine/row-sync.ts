import { setTimeout as sleep } from 'node:timers/promises'
import { Idle } from './flow/idle.ts'

/** Objects created from database rows, one per name, and kept in sync with them. */
export interface RowSync<Row, Item> {
  /** The rows of the last poll. */
  rows(): readonly Row[]
  find(name: string): Item | null
  /** Polls now, so that a change applies here at once; other processes follow within a second. */
  refresh(): Promise<void>
  /** Ends all objects. */
  stop(): Promise<void>
}

export interface RowSyncOptions<Row, Item> {
  list(): Promise<readonly Row[]>
  /** A different string means that the object must be created again. */
  describe(row: Row): string
  make(row: Row): Promise<Item>
  /** Applies a changed row to an existing object; false when it must be created again. */
  change?(item: Item, row: Row): boolean
  end(item: Item): Promise<void>
  /** Called once when an object cannot be created; every poll tries again. */
  onFault(error: unknown, name: string): void
  /** Called after every poll. */
  onPoll?(rows: readonly Row[]): void
}

const pollMs = 1_000

export async function syncRows<Row extends { readonly name: string }, Item>(
  options: RowSyncOptions<Row, Item>,
): Promise<RowSync<Row, Item>> {
  const { list, describe, make, change, end, onFault, onPoll } = options
  const stopping = new AbortController()
  const reported = new Map<string, string>()
  const endings = new Idle()
  let rows: readonly Row[] = []
  let made = new Map<string, { readonly as: string; readonly item: Item }>()
  let polled: Promise<void> = Promise.resolve()

  async function remake(row: Row) {
    const as = describe(row)
    const before = made.get(row.name)
    if (before?.as === as) return before
    try {
      if (before !== undefined && change?.(before.item, row)) return { as, item: before.item }
      return { as, item: await make(row) }
    } catch (error) {
      if (reported.get(row.name) !== as) onFault(error, row.name)
      reported.set(row.name, as)
      return null
    }
  }

  /** Ending may take long, because running operations finish first. Only `stop` waits for it. */
  function endLater(item: Item): void {
    void endings.during(end(item).catch((error: unknown) => onFault(error, 'an ended object')))
  }

  async function poll(): Promise<void> {
    if (stopping.signal.aborted) return
    const current = await list()
    const next: typeof made = new Map()
    for (const row of current) {
      const one = await remake(row)
      if (one !== null) next.set(row.name, one)
    }
    const gone = [...made].filter(([name, { item }]) => next.get(name)?.item !== item)
    rows = current
    made = next
    for (const [, { item }] of gone) endLater(item)
    onPoll?.(rows)
  }

  /** Polls run one after the other, so that an older result never overwrites a newer one. */
  function refresh(): Promise<void> {
    const next = polled.then(poll)
    polled = next.catch(() => {})
    return next
  }

  async function keepPolling(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // Ignore outages: without a database nothing changes.
      if (!stopping.signal.aborted) await refresh().catch(() => {})
    }
  }

  await refresh()
  const polling = keepPolling()
  return {
    rows: () => rows,
    find: (name) => made.get(name)?.item ?? null,
    refresh,
    async stop() {
      stopping.abort()
      await polling
      await polled
      for (const { item } of made.values()) endLater(item)
      await endings.wait()
    },
  }
}
