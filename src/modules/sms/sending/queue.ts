import type { Database } from '../../../engine/db/index.ts'
import type { Clock } from '../../../values/time.ts'
import { type Lane, lanes } from '../model.ts'
import { listOldestDue } from './store-batches.ts'

/** Knows how long the oldest batch of each carrier and lane has been due, without a query for every request. */
export interface QueueWatch {
  /** Looks now. False when the database can't say; what was known before then stays. */
  look(): Promise<boolean>
  /**
   * Looks again behind the scenes when it is time to. Only when what is known is too old to go by there is something to
   * wait for.
   */
  refresh(): Promise<boolean> | undefined
  /** As it was when somebody last looked, by the clock of due times. 0 when nothing was due. */
  ageSeconds(carrier: string, lane: Lane): number
}

/** How long a look is good for. */
const freshMs = 1_000
/** After a quiet time the queue may have drained, and nobody looked. */
const staleMs = 5_000
/** A database that hangs is as good as away. */
const lookMsMax = 2_000

export function watchQueue(db: Database, clock: Clock, carriers: () => readonly string[]): QueueWatch {
  let dueSince: ReadonlyMap<string, Date> = new Map()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<boolean> | null = null

  async function find(): Promise<boolean> {
    try {
      const rows = await listOldestDue(db, carriers(), lanes)
      dueSince = new Map(rows.map(({ carrier, lane, dueAt }) => [nameOf(carrier, lane), dueAt]))
      return true
    } catch {
      return false
    } finally {
      lookedAt = performance.now()
      looking = null
    }
  }

  /** One statement at a time, also when it hangs and nobody waits for it any more: each would keep a connection. */
  function begin(): Promise<boolean> {
    looking ??= find()
    return looking
  }

  // A jump of the clock makes due what was not.
  clock.onMove(() => {
    lookedAt = Number.NEGATIVE_INFINITY
  })
  return {
    look: () => orFalse(begin(), lookMsMax),
    refresh() {
      const age = performance.now() - lookedAt
      if (age < freshMs) return
      const looked = begin()
      return age < staleMs ? undefined : orFalse(looked, lookMsMax)
    },
    ageSeconds(carrier, lane) {
      const since = dueSince.get(nameOf(carrier, lane))
      return since === undefined ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000)
    },
  }
}

/** False when it takes too long. */
async function orFalse(looked: Promise<boolean>, milliseconds: number): Promise<boolean> {
  const { promise: tooLate, resolve } = Promise.withResolvers<boolean>()
  const timer = setTimeout(resolve, milliseconds, false)
  const result = await Promise.race([looked, tooLate])
  clearTimeout(timer)
  return result
}

const nameOf = (carrier: string, lane: string) => `${lane} ${carrier}`
