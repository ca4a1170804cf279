import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { Clock } from '../../../values/time.ts'

/** Numbers whose deliveries wait, because the customer refused an earlier one for now. */
export interface Holds {
  /** Later deliveries of the number wait until the earlier one is tried again. */
  add(number: string, id: number, until: Date): void
  /** The delivery is tried again. */
  remove(number: string, id: number): void
  /**
   * The time at which the earlier delivery is due; null when this one need not wait. With the same due time, it comes
   * after the earlier one, also when that time is over.
   */
  untilOf(number: string, id: number): Date | null
}

/** Beyond this, later deliveries of the oldest numbers may overtake a refused one. */
const numbersMax = 100_000
/** The refused delivery may have been removed, or be far behind others. */
const lateMsMax = 30_000

export function createHolds({ now }: Pick<Clock, 'now'>): Holds {
  const held = new BoundedMap<string, { readonly id: number; readonly until: Date }>(numbersMax)
  const holdOf = (number: string) => {
    const hold = held.get(number)
    return hold !== undefined && hold.until.getTime() + lateMsMax > now().getTime() ? hold : null
  }
  return {
    add(number, id, until) {
      // Deliveries that were sent together are refused together: the first one holds the others back.
      if ((holdOf(number)?.id ?? id) >= id) held.set(number, { id, until })
    },
    remove(number, id) {
      if (held.get(number)?.id === id) held.delete(number)
    },
    untilOf(number, id) {
      const hold = holdOf(number)
      return hold !== null && hold.id < id ? hold.until : null
    },
  }
}
