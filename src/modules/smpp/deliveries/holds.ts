import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { Clock } from '../../../values/time.ts'

/** Numbers whose deliveries wait, because the customer refused an earlier one for now. */
export interface Holds {
  /** Later deliveries of the number wait until the earlier one is due again. */
  add(number: string, id: number, until: Date): void
  /** The time until which this delivery waits for an earlier one; null when it need not. */
  untilOf(number: string, id: number): Date | null
}

/** Beyond this, later deliveries of the oldest numbers may overtake a refused one. */
const numbersMax = 100_000

export function createHolds({ now }: Pick<Clock, 'now'>): Holds {
  const held = new BoundedMap<string, { readonly id: number; readonly until: Date }>(numbersMax)
  const holdOf = (number: string) => {
    const hold = held.get(number)
    return hold !== undefined && hold.until > now() ? hold : null
  }
  return {
    add(number, id, until) {
      // Deliveries that were sent together are refused together: the first one holds the others back.
      if ((holdOf(number)?.id ?? id) >= id) held.set(number, { id, until })
    },
    untilOf(number, id) {
      const hold = holdOf(number)
      return hold !== null && hold.id < id ? hold.until : null
    },
  }
}
