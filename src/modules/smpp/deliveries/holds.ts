import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { Clock } from '../../../values/time.ts'

/** Numbers whose deliveries wait, because the customer refused an earlier one for now, or the lease of one was lost. */
export interface Holds {
  /**
   * Later deliveries of the number wait until the earlier one is tried again, and until all times of the hold are over:
   * other later ones are due then.
   */
  add(number: string, id: number, until: Date): void
  /** The delivery is tried again. */
  remove(number: string, id: number): void
  /**
   * The time at which the earlier delivery is due; null when this one need not wait. With the same due time, it comes
   * after the earlier one, also when that time is over.
   */
  untilOf(number: string, id: number): Date | null
}

interface Hold {
  readonly id: number
  readonly until: Date
  readonly isTried: boolean
}

/** Beyond this, later deliveries of the oldest numbers may overtake a refused one. */
const numbersMax = 100_000
/** The refused delivery may have been removed, or be far behind others. */
const lateMsMax = 30_000

export function createHolds({ now }: Pick<Clock, 'now'>): Holds {
  const held = new BoundedMap<string, Hold>(numbersMax)
  const isOver = ({ until, isTried }: Hold) => until.getTime() + (isTried ? 0 : lateMsMax) <= now().getTime()
  function holdOf(number: string): Hold | null {
    const hold = held.get(number)
    if (hold === undefined) return null
    if (!isOver(hold)) return hold
    held.delete(number)
    return null
  }
  return {
    add(number, id, until) {
      const hold = holdOf(number)
      // Deliveries that were sent together are refused together: the first one holds the others back.
      if (hold !== null && hold.id < id) return
      held.set(number, { id, until: hold !== null && hold.until > until ? hold.until : until, isTried: false })
    },
    remove(number, id) {
      const hold = holdOf(number)
      // One that lost its lease may be claimed before this time, but those that wait for it are due only then.
      if (hold?.id === id) held.set(number, { ...hold, isTried: true })
    },
    untilOf(number, id) {
      const hold = holdOf(number)
      return hold !== null && hold.id < id ? hold.until : null
    },
  }
}
