import { type Acceptance, CarrierError, type Lane, type Submission } from '../carrier.ts'
import type { Bind } from './bind.ts'
import type { Fields } from './pdu.ts'

/** One message. It is settled when none of its parts waits or is under way. */
export interface Message {
  readonly id: number
  readonly lane: Lane
  readonly validUntilMs: number
  readonly isWanted: () => boolean
  /** When one of its parts went out last, or it was submitted, by a clock that nobody sets. */
  lastSentMs: number
  /** One per submit; null until it was taken, and empty when the carrier gave it no id. */
  readonly references: (string | null)[]
  /** What is to be sent, in order. */
  readonly waiting: Part[]
  isQueued: boolean
  underWay: number
  /** The binds that have room again once it is written down that the parts were taken: each as often as it took one. */
  readonly taking: Bind[]
  failure: CarrierError | null
  readonly resolve: (acceptance: Acceptance) => void
  readonly reject: (error: CarrierError) => void
}

export interface Part {
  readonly message: Message
  readonly index: number
  readonly fields: Fields
  /** How often it was told that it came too fast, and how often of these while others passed. */
  slowings: number
  slowingsAlone: number
  passesSeen: number
}

/** `recalled` are the references of parts that were taken before; those are not sent again. */
export function createMessage(
  { id, lane, validUntil, isWanted = () => true }: Submission,
  submits: readonly Fields[],
  recalled: readonly (string | null)[] | null,
  fate: Pick<Message, 'resolve' | 'reject'>,
): Message {
  const references = recalled === null ? submits.map(() => null) : [...recalled]
  const waiting: Part[] = []
  const times = { validUntilMs: validUntil.getTime(), lastSentMs: performance.now() }
  const message = {
    id,
    lane,
    ...times,
    isWanted,
    references,
    waiting,
    isQueued: true,
    underWay: 0,
    taking: [],
    failure: null,
    ...fate,
  }
  for (const [index, fields] of submits.entries()) {
    if (references[index] === null)
      waiting.push({ message, index, fields, slowings: 0, slowingsAlone: 0, passesSeen: 0 })
  }
  return message
}

/** Why it may not go out now, or null. */
export function findHindrance(
  { validUntilMs, lastSentMs, isWanted }: Message,
  now: number,
  patienceMs: number,
): CarrierError | null {
  if (validUntilMs <= now)
    return new CarrierError('its validity ended while it waited', { retryable: true, reason: 'expired', away: true })
  if (performance.now() - lastSentMs > patienceMs) return away('it waited for too long to go out without another look')
  return isWanted() ? null : away('it is not wanted any more')
}

export const away = (text = 'the carrier is away') =>
  new CarrierError(text, { retryable: true, reason: 'carrier_away', away: true })
