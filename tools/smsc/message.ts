import type { Outcome } from '../../src/carriers/simulator/outcome.ts'
import { splitUserData } from '../../src/engine/smpp/codec/user-data.ts'
import { type MessageState, messageStates } from '../../src/engine/smpp/receipt.ts'
import { decodeText } from '../../src/engine/smpp/text.ts'
import type { Address, Submit } from './submit.ts'

/** An accepted message. */
export interface Message {
  readonly id: number
  /** The receipt goes to a bind with this system_id. */
  readonly systemId: string
  readonly source: Address
  readonly destination: Address
  /** The first characters, for the receipt. */
  readonly textStart: string
  readonly submittedAt: number
  /** Time of the final state; infinite for numbers without a receipt. */
  readonly finalAt: number
  readonly isDelivered: boolean
  isCancelled: boolean
}

/** States in query_sm and receipts. */
export const states = messageStates

const textStartLength = 20
const ucs2 = 8

export function toMessage(
  id: number,
  systemId: string,
  submit: Submit,
  outcome: Outcome,
  submittedAt: number,
  finalAt: number,
): Message {
  const { source, destination } = submit
  return {
    id,
    systemId,
    source,
    destination,
    textStart: textStartOf(submit),
    submittedAt,
    finalAt: outcome.receiptTimes === 0 ? Number.POSITIVE_INFINITY : finalAt,
    isDelivered: outcome.status === 'DELIVERED',
    isCancelled: false,
  }
}

export function stateOf({ isCancelled, isDelivered, finalAt }: Message, now: number): MessageState {
  if (isCancelled) return states.deleted
  if (now < finalAt) return states.enroute
  return isDelivered ? states.delivered : states.undeliverable
}

/** Whether registered_delivery requests this receipt. */
export function wantsReceipt(registeredDelivery: number, { isDelivered }: Message): boolean {
  const asked = registeredDelivery & 0b11
  return asked === 1 || (asked === 2 && !isDelivered) || (asked === 3 && isDelivered)
}

function textStartOf({ text, esmClass, dataCoding }: Submit): string {
  const form = dataCoding === ucs2 ? 'ucs2' : 'latin1'
  const start = splitUserData(text, esmClass).text.subarray(0, form === 'ucs2' ? 2 * textStartLength : textStartLength)
  return decodeText(start, form)
}
