import { BoundedMap } from '../../../engine/flow/bounded-map.ts'
import type { Clock } from '../../../values/time.ts'

/**
 * The place of a delivery among those about its number. The id alone does not tell: processes that store rows at the
 * same time get ids and times in different orders.
 */
export interface Position {
  readonly createdAt: Date
  readonly id: number
}

const isAfter = (one: Position, other: Position) =>
  one.createdAt > other.createdAt || (one.createdAt.getTime() === other.createdAt.getTime() && one.id > other.id)
const earlier = (one: Position, other: Position) => (isAfter(one, other) ? other : one)

interface Hold {
  /** The first delivery that waited. */
  readonly first: Position
  /** The first one that was not tried again; null when the due times suffice to keep the order. */
  readonly untried: Position | null
  /** The latest due time of those that wait. */
  readonly until: Date
  /** Since when the untried one is missing, although later ones were claimed that are due after it. */
  readonly missingSince: Date | null
}

/** Beyond this, later deliveries of the oldest numbers may overtake a waiting one. */
export const numbersMax = 100_000
/** The missing delivery is being stored or locked, or it was removed. */
const missingMsMax = 30_000
const missingRetryMs = 1_000

const later = (one: Date, other: Date) => (one > other ? one : other)

export type NumberOrder = ReturnType<typeof createNumberOrder>

/**
 * Numbers with waiting deliveries: the customer refused one for now, or its lease was lost. Deliveries are claimed by due
 * time, then by position. So while a number has waiting deliveries, later ones get their due time, and all go on in order.
 */
export function createNumberOrder({ now }: Pick<Clock, 'now'>) {
  const held = new BoundedMap<string, Hold>(numbersMax)

  function waitForMissing(number: string, hold: Hold): Date | null {
    const missingSince = hold.missingSince ?? now()
    const until = new Date(now().getTime() + missingRetryMs)
    if (until.getTime() - missingSince.getTime() > missingMsMax) {
      held.delete(number)
      return null
    }
    held.set(number, { ...hold, until, missingSince })
    return until
  }

  return {
    /** Later deliveries of the number are not sent before this one is tried again, and not before that time. */
    add(number: string, { createdAt, id }: Position, until: Date): void {
      const position = { createdAt, id }
      const { first = position, untried, until: others = until } = held.get(number) ?? {}
      held.set(number, {
        first: earlier(first, position),
        untried: earlier(untried ?? position, position),
        until: later(others, until),
        missingSince: null,
      })
    },
    /** The due time that the delivery must get first; null when it may be sent now, which counts as a try. */
    delay(number: string, delivery: Position & { readonly due: Date }): Date | null {
      const hold = held.get(number)
      if (hold === undefined) return null
      const { first, untried, until } = hold
      if (isAfter(delivery, first) && delivery.due < until) return until
      if (untried !== null && isAfter(delivery, untried)) return waitForMissing(number, hold)
      // All that waited were claimed before.
      if (delivery.due > until) held.delete(number)
      else if (delivery.id === untried?.id) held.set(number, { ...hold, untried: null })
      return null
    },
  }
}

/** The waits after refused attempts; the last one is repeated. */
const waitSeconds = [1, 5, 15, 60, 300, 900, 1_800, 3_600]
/** The maximum random share of a wait, so that deliveries that were refused together are not repeated together. */
const jitter = 0.2

/** After so many attempts, a refused delivery no longer holds back later ones of its number. */
export const holdsMax = 5

export function nextTry(now: Date, attempts: number): Date {
  const seconds = waitSeconds[Math.min(attempts, waitSeconds.length) - 1] ?? 0
  return new Date(now.getTime() + seconds * 1_000 * (1 + jitter * Math.random()))
}
