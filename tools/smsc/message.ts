import type { Outcome } from '../../src/carriers/simulator/outcome.ts'
import type { Address, Submit } from './wire.ts'

/** A message that was taken. */
export interface Message {
  readonly id: number
  /** Whose it is: the receipt goes to whoever is bound under this name. */
  readonly systemId: string
  readonly source: Address
  readonly destination: Address
  /** The first characters, for the receipt. */
  readonly textStart: string
  readonly submittedAt: number
  /** When its last state is reached; never for a number that brings no receipt. */
  readonly finalAt: number
  readonly isDelivered: boolean
  isCancelled: boolean
}

/** States as query_sm and receipts have them. */
export const states = {
  enroute: { number: 1, text: 'ENROUTE' },
  delivered: { number: 2, text: 'DELIVRD' },
  deleted: { number: 4, text: 'DELETED' },
  undeliverable: { number: 5, text: 'UNDELIV' },
} as const

type State = (typeof states)[keyof typeof states]

const textStartLength = 20
const udhIndicator = 0x40
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

export function stateOf({ isCancelled, isDelivered, finalAt }: Message, now: number): State {
  if (isCancelled) return states.deleted
  if (now < finalAt) return states.enroute
  return isDelivered ? states.delivered : states.undeliverable
}

/** Whether the receipt that is due now was asked for. */
export function wantsReceipt(registeredDelivery: number, { isDelivered }: Message): boolean {
  const asked = registeredDelivery & 0b11
  return asked === 1 || (asked === 2 && !isDelivered) || (asked === 3 && isDelivered)
}

function textStartOf({ text, esmClass, dataCoding }: Submit): string {
  const from = (esmClass & udhIndicator) === 0 ? 0 : Math.min((text[0] ?? 0) + 1, text.length)
  if (dataCoding !== ucs2) return plain(text.toString('latin1', from, Math.min(from + textStartLength, text.length)))
  let start = ''
  for (let at = from; at + 1 < text.length && start.length < textStartLength; at += 2)
    start += String.fromCharCode(text.readUInt16BE(at))
  return plain(start)
}

/** Nothing in it may be taken for something else by whoever reads the receipt. */
const plain = (text: string) => text.replace(/[^ -~]/g, '?')
