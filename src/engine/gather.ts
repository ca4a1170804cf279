import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { isTransient } from './db/index.ts'

/** Something that happens to an account, perhaps often, and is worth no more than a count. */
export interface Counted {
  readonly accountId: number
  readonly count: number
  readonly firstAt: Date
  readonly lastAt: Date
}

/** Counts what comes, and writes it all at once every now and then: whoever adds something waits for nobody. */
export interface Gathering<T extends Counted> {
  add(item: T): void
  /** Writes what was added so far, instead of in a while. */
  write(): Promise<void>
  stop(): Promise<void>
}

export interface GatherOptions<T extends Counted> {
  readonly log: Logger
  readonly everyMs: number
  /** The same for all that are counted together. */
  readonly nameOf: (item: T) => string
  readonly save: (items: readonly T[]) => Promise<void>
  /** What they are, for the log. */
  readonly what: string
  /**
   * What takes the place of one that there is no room for: the same for all of an account. Without it they are dropped.
   */
  readonly rest?: (item: T) => T
}

/**
 * Different ones between two writes. There are more when a client makes things up, or the database is away for long.
 */
const gatheredMax = 1_000
/** One account must not take the room of the others. */
const gatheredPerAccountMax = 100

export function startGathering<T extends Counted>({
  log,
  everyMs,
  nameOf,
  save,
  what,
  rest,
}: GatherOptions<T>): Gathering<T> {
  const stopping = new AbortController()
  let gathered = new Map<string, T>()
  let perAccount = new Map<number, number>()
  let saving: Promise<void> = Promise.resolve()

  function add(item: T) {
    if (!count(item, false) && rest) count(rest(item), true)
  }

  /** False when it is a new one and there is no room for it. */
  function count(item: T, always: boolean): boolean {
    const name = nameOf(item)
    const known = gathered.get(name)
    const ofAccount = perAccount.get(item.accountId) ?? 0
    if (known === undefined && !always && (gathered.size >= gatheredMax || ofAccount >= gatheredPerAccountMax))
      return false
    if (known === undefined) perAccount.set(item.accountId, ofAccount + 1)
    gathered.set(name, known === undefined ? item : together(known, item))
    return true
  }

  /** One after the other: what was added before is there when it resolves, also where it was being written already. */
  function write(): Promise<void> {
    saving = saving.then(writeNow)
    return saving
  }

  async function writeNow() {
    const written = [...gathered.values()]
    gathered = new Map()
    perAccount = new Map()
    if (written.length === 0) return
    try {
      await save(written)
    } catch (error) {
      // What can't be written at all must not be tried for ever.
      if (isTransient(error)) for (const item of written) add(item)
      else log.error({ err: error }, `${what} could not be written`)
    }
  }

  async function keepWriting() {
    while (!stopping.signal.aborted) {
      await sleep(everyMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {})
      await write()
    }
  }

  const writing = keepWriting()
  return {
    add,
    write,
    async stop() {
      stopping.abort()
      await writing
      await write()
    },
  }
}

/** What else is known about them is taken from the later one. */
function together<T extends Counted>(one: T, other: T): T {
  const [first, last] = one.lastAt > other.lastAt ? [other, one] : [one, other]
  return {
    ...last,
    count: one.count + other.count,
    firstAt: first.firstAt < last.firstAt ? first.firstAt : last.firstAt,
  }
}
