import type { Acceptance, CarrierError, Lane, Submission } from '../carrier.ts'
import type { Slot, Waiting } from '../outbox/outbox.ts'
import type { Bind } from './bind.ts'
import type { Fields } from './pdu.ts'

/** One message. It is settled when none of its parts is under way, and none waits or it has failed. */
export interface Message {
  readonly id: number
  readonly phone: string
  /** One per submit; null until it was taken, and empty when the carrier gave it no id. */
  readonly references: (string | null)[]
  /** Those that are to be sent. */
  readonly parts: Part[]
  waiting: number
  underWay: number
  /** The places of parts that were taken, free once that is written. */
  readonly slots: Slot<Bind>[]
  failure: CarrierError | null
  isSettled: boolean
  readonly resolve: (acceptance: Acceptance) => void
  readonly reject: (error: CarrierError) => void
}

export interface Part extends Waiting {
  readonly message: Message
  readonly index: number
  readonly fields: Fields
  /** Since one of its message's parts went out last: they wait for each other. */
  waitsFromMs: number
  /** How often it was throttled in this submit. */
  throttles: number
}

/** `recalled` are the references of parts that were taken before; those are not sent again. */
export function createMessage(
  { id, phone, lane, validUntil, isWanted }: Submission,
  submits: readonly Fields[],
  recalled: readonly (string | null)[] | null,
  fate: Pick<Message, 'resolve' | 'reject'>,
): Message {
  const references = recalled === null ? submits.map(() => null) : [...recalled]
  const message: Message = {
    id,
    phone,
    references,
    parts: [],
    waiting: 0,
    underWay: 0,
    slots: [],
    failure: null,
    isSettled: false,
    ...fate,
  }
  // Once the message has failed, the parts of it that still wait are not sent.
  const isPartWanted = () => message.failure === null && (isWanted === undefined || isWanted())
  for (const [index, fields] of submits.entries())
    if (references[index] === null)
      message.parts.push(createPart(message, index, fields, lane, validUntil, isPartWanted))
  return message
}

const createPart = (
  message: Message,
  index: number,
  fields: Fields,
  lane: Lane,
  validUntil: Date,
  isWanted: () => boolean,
): Part => ({
  message,
  index,
  fields,
  lane,
  validUntilMs: validUntil.getTime(),
  isWanted,
  waitsFromMs: performance.now(),
  order: 0,
  throttles: 0,
})
