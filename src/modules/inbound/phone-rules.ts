import type { PhoneDirection } from '../../contract/console/inbound.ts'
import { typedDigits } from '../../values/phone.ts'
import type { Kind } from './rules.ts'

export type { PhoneDirection } from '../../contract/console/inbound.ts'

/** Something on the screen of a virtual phone. */
export interface PhoneMessage {
  /** Of one table or the other, so the direction is part of it on the wire. */
  readonly id: number
  readonly direction: PhoneDirection
  readonly from: string
  readonly to: string
  readonly text: string
  readonly at: Date
  /** Of what arrived. */
  readonly segments: number | null
  /** What it asks for, of what the phone wrote. */
  readonly kind: Kind | null
}

/** A place between two messages of a phone. */
export type PhonePlace = Pick<PhoneMessage, 'at' | 'direction' | 'id'>

/** At the same moment an answer comes after what it answers. */
const rankOf = ({ direction }: Pick<PhonePlace, 'direction'>) => (direction === 'out' ? 1 : 0)

const newestFirst = (one: PhonePlace, other: PhonePlace) =>
  other.at.getTime() - one.at.getTime() || rankOf(other) - rankOf(one) || other.id - one.id

/** What is older than a place, of one direction: earlier, or at the same time with an id below. */
export interface Older {
  readonly at: Date
  readonly belowId: number
}

/** Any time that is later than all, as the database and JavaScript both have it. */
const endOfTime = new Date('9999-12-31T23:59:59.999Z')

export function olderThan(place: PhonePlace | null, direction: PhoneDirection): Older {
  if (place === null) return { at: endOfTime, belowId: Number.MAX_SAFE_INTEGER }
  if (place.direction === direction) return { at: place.at, belowId: place.id }
  return { at: place.at, belowId: direction === 'in' ? Number.MAX_SAFE_INTEGER : 0 }
}

/**
 * The newest of both; `next` is the place to go on from, null when that was all. Each list has one more than the limit
 * where there is more.
 */
export function mergePhone(arrived: readonly PhoneMessage[], written: readonly PhoneMessage[], limit: number) {
  const all = [...arrived, ...written].toSorted(newestFirst)
  const messages = all.slice(0, limit)
  const last = messages.at(-1)
  return { messages, next: all.length > limit && last !== undefined ? showPlace(last) : null }
}

export const showPhoneMessage = ({ id, ...message }: PhoneMessage) => ({ id: `${message.direction}-${id}`, ...message })

const placeShape = /^(\d{1,15})-(in|out)-(\d{1,15})$/

const showPlace = ({ at, direction, id }: PhonePlace) => `${at.getTime()}-${direction}-${id}`

/** Null for what is no place. */
export function parsePlace(text: string): PhonePlace | null {
  const [, time, direction, id] = placeShape.exec(text) ?? []
  const at = new Date(Number(time))
  if (direction === undefined || !(at < endOfTime)) return null
  return { at, direction: direction as PhoneDirection, id: Number(id) }
}

/** The beginning of a number as people write it: with a plus, or spaces. Null when no number begins so. */
export function parsePrefix(text: string): string | null {
  const digits = typedDigits(text)
  return /^\d{0,15}$/.test(digits) ? digits : null
}
