import type { Outcome } from '../../src/carriers/simulator/outcome.ts'
import { splitUserData } from '../../src/engine/smpp/codec/fields.ts'
import { parseDataCoding } from '../../src/engine/smpp/data-coding.ts'
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
  /** The error code in the receipt of an undelivered message. */
  readonly errorCode: number
  readonly isBinary: boolean
  readonly isFlash: boolean
  isCancelled: boolean
}

/** States in query_sm and receipts. */
export const states = messageStates

/** In GSM MAP. */
export const absentSubscriber = 6
const textStartLength = 20

export function toMessage(
  id: number,
  systemId: string,
  submit: Submit,
  { receiptTimes, status }: Pick<Outcome, 'receiptTimes' | 'status'>,
  submittedAt: number,
  finalAt: number,
  errorCode = absentSubscriber,
): Message {
  const { source, destination, dataCoding } = submit
  const coding = parseDataCoding(dataCoding)
  return {
    id,
    systemId,
    source,
    destination,
    textStart: textStartOf(submit),
    submittedAt,
    finalAt: receiptTimes === 0 ? Number.POSITIVE_INFINITY : finalAt,
    isDelivered: status === 'DELIVERED',
    errorCode,
    isBinary: coding?.kind === 'binary',
    isFlash: coding?.messageClass === 0,
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

/** Binary contents are shown in hexadecimal, and other alphabets than UCS-2 as Latin-1. */
function textStartOf({ text, esmClass, dataCoding }: Submit): string {
  const coding = parseDataCoding(dataCoding)
  const { text: bytes } = splitUserData(text, esmClass)
  if (coding?.kind === 'binary') return bytes.subarray(0, textStartLength / 2).toString('hex')
  const form = coding?.alphabet === 'ucs2' ? 'ucs2' : 'latin1'
  return decodeText(bytes.subarray(0, form === 'ucs2' ? 2 * textStartLength : textStartLength), form)
}
