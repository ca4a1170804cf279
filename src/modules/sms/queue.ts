import type { Database } from '../../engine/db/index.ts'
import type { Clock } from '../../values/time.ts'
import { type Lane, lanes } from './rules.ts'
import { listOldestDue } from './store.ts'

/** Knows how long the oldest batch of each carrier and lane has been due, without a query for every request. */
export interface QueueWatch {
  /** Looks now. False when the database can't say; what was known before then stays. */
  look(): Promise<boolean>
  /** Looks again behind the scenes when it is time to. Only when what is known is too old to go by there is something to wait for. */
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

export function watchQueue(db: Database, clock: Clock, carriers: readonly string[]): QueueWatch {
  let dueSince: ReadonlyMap<string, Date> = new Map()
  let lookedAt = Number.NEGATIVE_INFINITY
  let looking: Promise<boolean> | null = null

  async function find(): Promise<boolean> {
    const { promise: tooLate, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(reject, lookMsMax, new Error('the queue could not be looked at in time')).unref()
    try {
      const rows = await Promise.race([listOldestDue(db, carriers, lanes), tooLate])
      dueSince = new Map(rows.map(({ carrier, lane, dueAt }) => [nameOf(carrier, lane), dueAt]))
      return true
    } catch {
      return false
    } finally {
      clearTimeout(timer)
      lookedAt = performance.now()
      looking = null
    }
  }

  function look(): Promise<boolean> {
    looking ??= find()
    return looking
  }

  // A jump of the clock makes due what was not.
  clock.onMove(() => {
    lookedAt = Number.NEGATIVE_INFINITY
  })
  return {
    look,
    refresh() {
      const age = performance.now() - lookedAt
      if (age < freshMs) return
      const looked = look()
      return age < staleMs ? undefined : looked
    },
    ageSeconds(carrier, lane) {
      const since = dueSince.get(nameOf(carrier, lane))
      return since === undefined ? 0 : Math.max(0, (clock.now().getTime() - since.getTime()) / 1_000)
    },
  }
}

const nameOf = (carrier: string, lane: string) => `${lane} ${carrier}`
