import { setTimeout as sleep } from 'node:timers/promises'
import { Idle } from './flow/idle.ts'

/** Things that are made of rows, one for each name, and kept as the rows are. */
export interface InStep<Row, Thing> {
  /** As they were when somebody last looked. */
  rows(): readonly Row[]
  find(name: string): Thing | null
  /** Looks now: a change that was just made is known here at once, and on other processes a second later. */
  refresh(): Promise<void>
  /** Ends all of them. */
  stop(): Promise<void>
}

export interface InStepOptions<Row, Thing> {
  list(): Promise<readonly Row[]>
  /** Another text when the thing has to be made anew. */
  describe(row: Row): string
  make(row: Row): Promise<Thing>
  /** Makes a thing like its row without making it anew; false where that is not possible. */
  change?(thing: Thing, row: Row): boolean
  end(thing: Thing): Promise<void>
  /** Nothing can be made of a row: it is tried again with every look, and told once. */
  onFault(error: unknown, name: string): void
  /** After every look. */
  onLook?(rows: readonly Row[]): void
}

const pollMs = 1_000

export async function keepInStep<Row extends { readonly name: string }, Thing>(
  options: InStepOptions<Row, Thing>,
): Promise<InStep<Row, Thing>> {
  const { list, describe, make, change, end, onFault, onLook } = options
  const stopping = new AbortController()
  const told = new Map<string, string>()
  const endings = new Idle()
  let rows: readonly Row[] = []
  let made = new Map<string, { readonly as: string; readonly thing: Thing }>()
  let looking: Promise<void> = Promise.resolve()

  async function remake(row: Row) {
    const as = describe(row)
    const before = made.get(row.name)
    if (before?.as === as) return before
    try {
      if (before !== undefined && change?.(before.thing, row)) return { as, thing: before.thing }
      return { as, thing: await make(row) }
    } catch (error) {
      if (told.get(row.name) !== as) onFault(error, row.name)
      told.set(row.name, as)
      return null
    }
  }

  /** It may take long until the last of what it had under way is over; nobody waits for that but a stop. */
  function endLater(thing: Thing): void {
    void endings.during(end(thing).catch((error: unknown) => onFault(error, 'one that was ended')))
  }

  async function look(): Promise<void> {
    if (stopping.signal.aborted) return
    const current = await list()
    const next: typeof made = new Map()
    for (const row of current) {
      const one = await remake(row)
      if (one !== null) next.set(row.name, one)
    }
    const gone = [...made].filter(([name, { thing }]) => next.get(name)?.thing !== thing)
    rows = current
    made = next
    for (const [, { thing }] of gone) endLater(thing)
    onLook?.(rows)
  }

  /** One after the other: of two at once the older must not come last. */
  function refresh(): Promise<void> {
    const next = looking.then(look)
    looking = next.catch(() => {})
    return next
  }

  async function keepLooking(): Promise<void> {
    while (!stopping.signal.aborted) {
      await sleep(pollMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      // A database that is away has no news either.
      if (!stopping.signal.aborted) await refresh().catch(() => {})
    }
  }

  await refresh()
  const polling = keepLooking()
  return {
    rows: () => rows,
    find: (name) => made.get(name)?.thing ?? null,
    refresh,
    async stop() {
      stopping.abort()
      await polling
      await looking
      for (const { thing } of made.values()) endLater(thing)
      await endings.wait()
    },
  }
}
