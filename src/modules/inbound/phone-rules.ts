import type { PhoneDirection, PhoneMessage as ShownMessage } from '../../contract/console/inbound.ts'
import { parseId } from '../../values/id.ts'
import { badCursor, type Place, type SortKey } from '../../values/place.ts'

export type { PhoneDirection } from '../../contract/console/inbound.ts'

/** The two directions are separate tables, so ids are unique only together with the direction. */
export interface PhoneMessage extends Omit<ShownMessage, 'id' | 'at'> {
  readonly id: number
  readonly at: Date
}

/** A place between two messages of a phone. */
export type PhonePlace = Pick<PhoneMessage, 'at' | 'direction' | 'id'>

/** Of two messages with the same time, the reply is the newer one. */
const rankOf = ({ direction }: Pick<PhonePlace, 'direction'>) => (direction === 'out' ? 1 : 0)

const newestFirst = (one: PhonePlace, other: PhonePlace) =>
  other.at.getTime() - one.at.getTime() || rankOf(other) - rankOf(one) || other.id - one.id

/** Selects messages of one direction that are older than a cursor. */
export interface Older {
  readonly at: Date
  readonly belowId: number
}

/** Later than any message, and valid in both PostgreSQL and JavaScript. */
const endOfTime = new Date('9999-12-31T23:59:59.999Z')

export function olderThan(place: PhonePlace | null, direction: PhoneDirection): Older {
  if (place === null) return { at: endOfTime, belowId: Number.MAX_SAFE_INTEGER }
  if (place.direction === direction) return { at: place.at, belowId: place.id }
  return { at: place.at, belowId: direction === 'in' ? Number.MAX_SAFE_INTEGER : 0 }
}

/**
 * Merges both directions, newest first. Each list has one item more than the limit when there are more; `next` is then
 * the cursor of the next page.
 */
export function mergePhone(arrived: readonly PhoneMessage[], written: readonly PhoneMessage[], limit: number) {
  const all = [...arrived, ...written].toSorted(newestFirst)
  const messages = all.slice(0, limit)
  const last = messages.at(-1)
  return { messages, next: all.length > limit && last !== undefined ? keyOf(last) : null }
}

export const showPhoneMessage = ({ id, ...message }: PhoneMessage) => ({ id: `${message.direction}-${id}`, ...message })

const keyOf = ({ at, direction, id }: PhonePlace): SortKey => [String(at.getTime()), direction, String(id)]

/** Null at the beginning. */
export function readPhonePlace({ after }: Pick<Place, 'after'>): PhonePlace | null {
  if (after === null) return null
  const [time, direction, id, ...rest] = after
  const [at, number] = [new Date(parseId(time) ?? Number.NaN), parseId(id)]
  if ((direction !== 'in' && direction !== 'out') || number === null || rest.length > 0 || !(at < endOfTime))
    throw badCursor()
  return { at, direction, id: number }
}
