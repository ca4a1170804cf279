import type { Fields } from '../../engine/smpp/pdu.ts'
import type { Acceptance, Submission } from '../carrier.ts'
import type { Slot, Waiting } from '../outbox/outbox.ts'
import type { ProviderFailure } from '../provider-kind.ts'
import type { Bind } from './bind.ts'

/** A message. It is settled when no part is outstanding, and either no part waits or it has failed. */
export interface Message {
  readonly id: number
  readonly phone: string
  /** One per submit; null until it is accepted, and empty when the carrier returned no id. */
  readonly references: (string | null)[]
  /** The parts to send. */
  readonly parts: Part[]
  waiting: number
  outstanding: number
  /** The slots of accepted parts, freed when the result is stored. */
  readonly slots: Slot<Bind>[]
  failure: ProviderFailure | null
  isSettled: boolean
  readonly resolve: (acceptance: Acceptance) => void
  readonly reject: (error: ProviderFailure) => void
}

export interface Part extends Waiting {
  readonly message: Message
  readonly index: number
  readonly fields: Fields
  /** Restarts when a part of the message is sent, because the parts wait for each other. */
  waitsFromMs: number
  /** How many times it was throttled in this submit. */
  throttles: number
}

/** `recalled` are the references of parts that were accepted earlier and are not sent again. */
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
    outstanding: 0,
    slots: [],
    failure: null,
    isSettled: false,
    ...fate,
  }
  // After a failure, the waiting parts of the message are not sent.
  const isPartWanted = () => message.failure === null && (isWanted === undefined || isWanted())
  for (const [index, fields] of submits.entries()) {
    if (references[index] !== null) continue
    message.parts.push({
      message,
      index,
      fields,
      lane,
      validUntilMs: validUntil.getTime(),
      isWanted: isPartWanted,
      waitsFromMs: performance.now(),
      order: 0,
      throttles: 0,
    })
  }
  return message
}
