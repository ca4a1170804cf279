import type { Fields } from '../../../engine/smpp/pdu.ts'
import {
  type MessageState,
  messageStates,
  networkError,
  receiptClass,
  receiptText,
} from '../../../engine/smpp/receipt.ts'
import { encodeText } from '../../../engine/smpp/text.ts'
import type { DefaultAlphabet } from '../../../values/smpp.ts'
import { reportEvents } from '../../sms/index.ts'
import { formatMessageId, type SmppAddress, type SmppCredential, type SubmitDetail } from '../model.ts'
import { international } from './addresses.ts'

/** A report to a customer, with the values of its request. */
export interface Report {
  /** One of `reportEvents`. */
  readonly event: number
  readonly reason: string | null
  readonly phone: string
  readonly requestId: number
  /** Null when no carrier accepted the message. */
  readonly submittedAt: Date | null
  readonly happenedAt: Date
  readonly detail: SubmitDetail
  readonly acceptedAt: Date
  /** The beginning of the text; empty for a binary message. */
  readonly text: string
}

/** The fields of each deliver_sm for a report: one for every submit that asked for it. */
export function receiptsOf(report: Report, credential: Pick<SmppCredential, 'messageIds' | 'alphabet'>): Fields[] {
  const { detail } = report
  const state = stateOf(report)
  const error = errorOf(report)
  const beginning = encodeBeginning(report.text, credential.alphabet)
  const common = {
    ...fromTo(destinationOf(report), detail.source),
    service_type: detail.serviceType,
    esm_class: state === messageStates.enroute ? receiptClass.intermediate : receiptClass.final,
    user_message_reference: detail.reference,
    message_state: state.number,
    network_error_code: networkError(error.number),
  }
  return idsOf(report).map((number) => {
    const id = formatMessageId(number, credential)
    const written = Buffer.from(receiptTextOf({ ...report, text: '' }, id), 'latin1')
    return { ...common, short_message: Buffer.concat([written, beginning]), receipted_message_id: id }
  })
}

export const beginningLength = 20
/** Characters that could confuse a reader of receipts, and those that the alphabet does not have. */
const unwritten: Readonly<Record<DefaultAlphabet, RegExp>> = {
  gsm7: /\p{Cc}/gu,
  latin1: /[^ -~\u00a0-\u00ff]/g,
  'gsm7-packed': /[^ -~]/g,
}

/** Receipts are never packed: many clients read them as plain bytes, also where messages are packed. */
function encodeBeginning(text: string, alphabet: DefaultAlphabet): Buffer {
  const shown = text.slice(0, beginningLength).replace(unwritten[alphabet], '?')
  return encodeText(shown, alphabet === 'gsm7' ? 'gsm7' : 'latin1')
}

/** The text of a receipt. Kannel shows it, too. */
export function receiptTextOf(report: Omit<Report, 'detail'>, id: string): string {
  const { acceptedAt, happenedAt, text } = report
  const times = { submittedAt: acceptedAt.getTime(), doneAt: happenedAt.getTime() }
  return receiptText({ id, state: stateOf(report), error: errorOf(report).text, ...times, text })
}

/** The message ids of the submits that asked for the report. */
function idsOf({ event, requestId, detail: { parts } }: Report): number[] {
  if (parts === undefined) return [requestId]
  // A part that did not ask for rejections gets them as failures.
  const wanted = event === reportEvents.rejected ? reportEvents.rejected | reportEvents.failed : event
  return parts.filter(({ reports }) => (reports & wanted) !== 0).map(({ id }) => id)
}

/** As the customer wrote it. */
function destinationOf({ phone, detail: { destinations } }: Report): SmppAddress {
  const [only, ...others] = destinations
  if (only !== undefined && others.length === 0) return only
  return destinations.find(({ address }) => address.replace(/^\+/, '') === phone) ?? international(phone)
}

/** The addresses of a deliver_sm. */
export const fromTo = (source: SmppAddress, destination: SmppAddress) => ({
  source_addr_ton: source.ton,
  source_addr_npi: source.npi,
  source_addr: source.address,
  dest_addr_ton: destination.ton,
  dest_addr_npi: destination.npi,
  destination_addr: destination.address,
})

/** By the beginning of the reason. */
const statesOfReasons: readonly (readonly [beginning: RegExp, state: MessageState])[] = [
  [/^(?:carrier_)?expired/, messageStates.expired],
  [/^(?:cancelled|carrier_deleted)/, messageStates.deleted],
  [/^(?:carrier_)?rejected/, messageStates.rejected],
  [/^carrier_unknown/, messageStates.unknown],
]

function stateOf({ event, reason, submittedAt }: Pick<Report, 'event' | 'reason' | 'submittedAt'>): MessageState {
  if (event === reportEvents.taken) return messageStates.enroute
  if (event === reportEvents.delivered) return messageStates.delivered
  const known = statesOfReasons.find(([beginning]) => beginning.test(reason ?? ''))
  return known?.[1] ?? (submittedAt === null ? messageStates.rejected : messageStates.undeliverable)
}

interface ReceiptError {
  /** After `err:`. */
  readonly text: string
  readonly number: number
}

const noError: ReceiptError = { text: '000', number: 0 }
const numberMax = 0xffff

/** Codes of carriers are at the end of some reasons. A status of SMPP is hexadecimal. */
function errorOf({ event, reason }: Pick<Report, 'event' | 'reason'>): ReceiptError {
  if (event === reportEvents.delivered || event === reportEvents.taken) return noError
  const [, status] = /^carrier_status_([0-9a-f]+)$/.exec(reason ?? '') ?? []
  if (status !== undefined) return numberError(Number.parseInt(status, 16))
  const [, code] = /^(?:carrier_[a-z]+|code)_([a-z0-9]{1,5})$/.exec(reason ?? '') ?? []
  if (code === undefined) return noError
  return /^\d+$/.test(code) ? numberError(Number(code)) : { text: code.toUpperCase(), number: 0 }
}

const numberError = (number: number): ReceiptError =>
  number <= numberMax ? { text: String(number).padStart(3, '0'), number } : noError
