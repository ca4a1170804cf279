import { headerBytes } from '../../src/carriers/smpp/pdu.ts'
import { BoundedMap } from '../../src/engine/flow/bounded-map.ts'
import type { IdForm, ReceiptForm } from './forms.ts'
import { writeId } from './ids.ts'
import { type Message, stateOf, states } from './message.ts'

const isReceipt = 0x04
const tags = { networkErrorCode: 0x0423, messageState: 0x0427, receiptedMessageId: 0x001e }
const gsmNetwork = 3
/** "Absent subscriber" of GSM's MAP. */
const absentSubscriber = 6

/** The body of the deliver_sm, with room for the header. */
export function receiptFrame(message: Message, ids: IdForm, form: ReceiptForm): Buffer {
  const { source, destination, finalAt } = message
  const id = writeId(message.id, ids)
  const state = stateOf(message, Number.POSITIVE_INFINITY)
  const errorCode = state === states.undeliverable ? absentSubscriber : 0
  const text = form === 'tlv' ? '' : receiptText(message, id, state.text, errorCode, finalAt)
  const fixedBytes = headerBytes + 17
  const tlvBytes = form === 'text' ? 0 : 4 + id.length + 1 + 5 + 7
  const frame = Buffer.alloc(fixedBytes + source.address.length + destination.address.length + text.length + tlvBytes)

  // The zeros are there already: service_type, protocol_id, priority_flag, the two times and what follows them.
  let at = headerBytes + 1
  for (const { ton, npi, address } of [destination, source]) {
    frame[at] = ton
    frame[at + 1] = npi
    frame.write(address, at + 2, 'latin1')
    at += 3 + address.length
  }
  frame[at] = isReceipt
  frame[at + 9] = text.length
  frame.write(text, at + 10, 'latin1')
  at += 10 + text.length
  if (form === 'text') return frame

  frame.writeUInt16BE(tags.receiptedMessageId, at)
  frame.writeUInt16BE(id.length + 1, at + 2)
  frame.write(id, at + 4, 'latin1')
  at += 4 + id.length + 1
  frame.writeUInt16BE(tags.messageState, at)
  frame.writeUInt16BE(1, at + 2)
  frame[at + 4] = state.number
  at += 5
  frame.writeUInt16BE(tags.networkErrorCode, at)
  frame.writeUInt16BE(3, at + 2)
  frame[at + 4] = gsmNetwork
  frame.writeUInt16BE(errorCode, at + 5)
  return frame
}

function receiptText(
  { submittedAt, textStart }: Message,
  id: string,
  state: string,
  errorCode: number,
  finalAt: number,
): string {
  const delivered = state === states.delivered.text ? '001' : '000'
  const dates = `submit date:${minuteOf(submittedAt)} done date:${minuteOf(finalAt)}`
  return `id:${id} sub:001 dlvrd:${delivered} ${dates} stat:${state} err:${String(errorCode).padStart(3, '0')} text:${textStart}`
}

const minuteMs = 60_000
const written = new BoundedMap<number, string>(1_000)

/** YYMMDDhhmm in GMT. Thousands of receipts have the same. */
function minuteOf(time: number): string {
  const minute = Math.floor(time / minuteMs)
  let text = written.get(minute)
  if (text === undefined) {
    text = new Date(minute * minuteMs).toISOString().replace(/\D/g, '').slice(2, 12)
    written.set(minute, text)
  }
  return text
}
