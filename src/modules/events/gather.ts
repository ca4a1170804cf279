import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Database, isDatabaseAway } from '../../engine/db/index.ts'
import type { Clock } from '../../values/time.ts'
import { addEvents, type Happened } from './store.ts'

/** What accounts should know about, gathered: whoever notes something only counts, and nobody waits for the database. */
export interface Events {
  note(accountId: number, kind: string, subject: string, reason: string): void
  /** Writes what was noted so far, instead of in a few seconds. */
  write(): Promise<void>
  stop(): Promise<void>
}

const writeEveryMs = 5_000
/** Different ones between two writes. Beyond this they are dropped: it is a client that makes up names, or a database that is away for long. */
const gatheredMax = 1_000
/** One account must not take the room of the others. */
const gatheredPerAccountMax = 100

interface Gathered extends Happened {
  count: number
  lastAt: Date
}

export function startEvents(db: Database, clock: Clock, log: Logger, everyMs = writeEveryMs): Events {
  const stopping = new AbortController()
  let gathered = new Map<string, Gathered>()
  let perAccount = new Map<number, number>()

  function add(event: Happened) {
    const { accountId, kind, subject, reason, count, lastAt } = event
    const name = JSON.stringify([accountId, kind, subject, reason])
    const known = gathered.get(name)
    if (known) {
      known.count += count
      if (known.lastAt < lastAt) known.lastAt = lastAt
      return
    }
    const ofAccount = perAccount.get(accountId) ?? 0
    if (gathered.size >= gatheredMax || ofAccount >= gatheredPerAccountMax) return
    perAccount.set(accountId, ofAccount + 1)
    gathered.set(name, { ...event })
  }

  async function write() {
    const written = [...gathered.values()]
    gathered = new Map()
    perAccount = new Map()
    if (written.length === 0) return
    try {
      await addEvents(db, written)
    } catch (error) {
      // What can't be written at all must not be tried for ever.
      if (isDatabaseAway(error)) for (const event of written) add(event)
      else log.error({ err: error }, 'events of accounts could not be written')
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
    note(accountId, kind, subject, reason) {
      const now = clock.now()
      add({ accountId, kind, subject, reason, count: 1, firstAt: now, lastAt: now })
    },
    write,
    async stop() {
      stopping.abort()
      await writing
      await write()
    },
  }
}
