import type { Changes } from './changes.ts'
import { elapsedMs } from './flow/elapsed.ts'
import { Idle } from './flow/idle.ts'

export interface RowSyncOptions<Row, Item> {
  readonly changes: Changes
  /** The topic of the tables in `list`. */
  readonly topic: string
  list(): Promise<readonly Row[]>
  /** How long the rows that were just listed stay valid without a change, for rows that depend on the time. */
  validMs?(): number
  /** A different string means that the object must be created again. */
  describe(row: Row): string
  make(row: Row): Promise<Item>
  /** Applies a changed row to an existing object; false when it must be created again. */
  change?(item: Item, row: Row): boolean
  end(item: Item): Promise<void>
  /** Called once when an object cannot be created; it is tried again every second. */
  onFault(error: unknown, name: string): void
  /** Called every second, and after every read. */
  onTick?(rows: readonly Row[]): void
}

const tickMs = 1_000

/** Objects created from database rows, one per name, and kept in sync with them. */
export async function syncRows<Row extends { readonly name: string }, Item>(options: RowSyncOptions<Row, Item>) {
  const { changes, topic, list, validMs, describe, make, change, end, onFault, onTick } = options
  const reported = new Map<string, string>()
  const endings = new Idle()
  let rows: readonly Row[] = []
  let made = new Map<string, { readonly as: string; readonly item: Item }>()
  let validUntilMs = Number.POSITIVE_INFINITY

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

  async function read(): Promise<void> {
    const current = await list()
    const next: typeof made = new Map()
    for (const row of current) {
      const one = await remake(row)
      if (one !== null) next.set(row.name, one)
    }
    const gone = [...made].filter(([name, { item }]) => next.get(name)?.item !== item)
    rows = current
    made = next
    validUntilMs = elapsedMs() + (validMs?.() ?? Number.POSITIVE_INFINITY)
    for (const [, { item }] of gone) endLater(item)
    onTick?.(rows)
  }

  const following = changes.follow(topic, read)
  await following.reload()
  const ticking = setInterval(() => {
    // Ignore outages: without a database nothing changes.
    if (made.size < rows.length || elapsedMs() >= validUntilMs) void following.reload().catch(() => {})
    else onTick?.(rows)
  }, tickMs).unref()
  return {
    /** The rows that were read last. */
    rows: () => rows,
    find: (name: string): Item | null => made.get(name)?.item ?? null,
    /** Reads now, so that a change applies here at once; other processes follow a moment later. */
    refresh: following.reload,
    async stop() {
      clearInterval(ticking)
      await following.stop()
      for (const { item } of made.values()) endLater(item)
      await endings.wait()
    },
  }
}
