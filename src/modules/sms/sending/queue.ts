import type { Database } from '../../../engine/db/index.ts'
import type { Clock } from '../../../values/time.ts'
import { type Lane, lanes } from '../model.ts'
import { listOldestDue } from './store-batches.ts'

/** Knows how long the oldest batch of each carrier and lane has been due, without a query per request. */
export interface QueueWatch {
  /** Reads the queue now. Returns false, and keeps the known ages, when the database is not available. */
  read(): Promise<boolean>
  /**
   * Reads the queue in the background when it is time. Returns a promise to wait for only when the known ages are too
   * old to use.
   */
  refresh(): Promise<boolean> | undefined
  /** The age at the last reading, by the clock of due times. 0 when nothing was due. */
  ageSeconds(carrier: string, lane: Lane): number
}

/** How long a reading is used. */
const freshMs = 1_000
/** After a quiet period the queue may have drained without a reading. */
const staleMs = 5_000
/** A database that does not answer in time counts as unavailable. */
const readMsMax = 2_000

export function watchQueue(db: Database, clock: Clock, carriers: () => readonly string[]): QueueWatch {
  let dueSince: ReadonlyMap<string, Date> = new Map()
  let readAt = Number.NEGATIVE_INFINITY
  let reading: Promise<boolean> | null = null

  async function find(): Promise<boolean> {
    try {
      const rows = await listOldestDue(db, carriers(), lanes)
      dueSince = new Map(rows.map(({ carrier, lane, dueAt }) => [nameOf(carrier, lane), dueAt]))
      return true
    } catch {
      return false
    } finally {
      readAt = performance.now()
      reading = null
    }
  }

  /** Only one statement at a time, even when it hangs and nobody waits for it, because each occupies a connection. */
  function begin(): Promise<boolean> {
    reading ??= find()
    return reading
  }

  // Messages may become due when the clock jumps.
  clock.onMove(() => {
    readAt = Number.NEGATIVE_INFINITY
  })
  return {
    read: () => falseAfter(begin(), readMsMax),
    refresh() {
      const age = performance.now() - readAt
      if (age < freshMs) return
      const read = begin()
      return age < staleMs ? undefined : falseAfter(read, readMsMax)
    },
    ageSeconds(carrier, lane) {
      const since = dueSince.get(nameOf(carrier, lane))
      return since === undefined ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000)
    },
  }
}

/** Resolves to false after a timeout. */
async function falseAfter(read: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, milliseconds, false)
  const result = await Promise.race([read, tooLate])
  clearTimeout(timer)
  return result
}

const nameOf = (carrier: string, lane: string) => `${lane} ${carrier}`
