import { BoundedMap } from '../flow/bounded-map.ts'

/** The values of a delivery receipt. */
export interface ReceiptValues {
  readonly id: string
  readonly state: MessageState
  /** At most 3 characters are usual. */
  readonly error: string
  readonly submittedAt: number
  readonly doneAt: number
  /** The beginning of the message. */
  readonly text: string
}

export interface MessageState {
  /** In message_state. */
  readonly number: number
  /** In the text of a receipt. */
  readonly word: string
}

/** The states of SMPP 3.4. */
export const messageStates = {
  enroute: { number: 1, word: 'ENROUTE' },
  delivered: { number: 2, word: 'DELIVRD' },
  expired: { number: 3, word: 'EXPIRED' },
  deleted: { number: 4, word: 'DELETED' },
  undeliverable: { number: 5, word: 'UNDELIV' },
  accepted: { number: 6, word: 'ACCEPTD' },
  unknown: { number: 7, word: 'UNKNOWN' },
  rejected: { number: 8, word: 'REJECTD' },
} as const satisfies Readonly<Record<string, MessageState>>

/** The bits of esm_class that mark a receipt, and a notification of a state that is not final. */
export const receiptClass = { final: 0x04, intermediate: 0x20 } as const

const textLength = 20
const gsmNetwork = 3

/** The text of a receipt in the format of the specification's appendix, which all clients read. */
export function receiptText({ id, state, error, submittedAt, doneAt, text }: ReceiptValues): string {
  const delivered = state === messageStates.delivered ? '001' : '000'
  const dates = `submit date:${minuteOf(submittedAt)} done date:${minuteOf(doneAt)}`
  return `id:${id} sub:001 dlvrd:${delivered} ${dates} stat:${state.word} err:${error.padStart(3, '0')} text:${plain(text)}`
}

/** The value of network_error_code: the kind of network, and its error. */
export const networkError = (code: number): Buffer => Buffer.from([gsmNetwork, code >> 8, code & 0xff])

/** Replaces characters that could confuse a receipt parser. */
const plain = (text: string) => text.slice(0, textLength).replace(/[^ -~]/g, '?')

const minuteMs = 60_000
const written = new BoundedMap<number, string>(1_000)

/** YYMMDDhhmm in GMT, cached because thousands of receipts share it. */
function minuteOf(time: number): string {
  const minute = Math.floor(time / minuteMs)
  let text = written.get(minute)
  if (text === undefined) {
    text = new Date(minute * minuteMs).toISOString().replace(/\D/g, '').slice(2, 12)
    written.set(minute, text)
  }
  return text
}
