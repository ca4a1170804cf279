import { BoundedMap } from '../../src/engine/flow/bounded-map.ts'
import type { Fields } from '../../src/engine/smpp/pdu.ts'
import type { IdForm, ReceiptForm } from './forms.ts'
import { writeId } from './ids.ts'
import { type Message, stateOf, states } from './message.ts'

const isReceipt = 0x04
const gsmNetwork = 3

/** The fields of the deliver_sm. */
export function receiptFields(message: Message, ids: IdForm, form: ReceiptForm): Fields {
  const { source, destination, finalAt } = message
  const id = writeId(message.id, ids)
  const state = stateOf(message, Number.POSITIVE_INFINITY)
  const errorCode = state === states.undeliverable ? message.errorCode : 0
  const text = form === 'tlv' ? '' : receiptText(message, id, state.text, errorCode, finalAt)
  const fields = {
    source_addr_ton: destination.ton,
    source_addr_npi: destination.npi,
    source_addr: destination.address,
    dest_addr_ton: source.ton,
    dest_addr_npi: source.npi,
    destination_addr: source.address,
    esm_class: isReceipt,
    short_message: Buffer.from(text, 'latin1'),
  }
  if (form === 'text') return fields
  return {
    ...fields,
    receipted_message_id: id,
    message_state: state.number,
    network_error_code: Buffer.from([gsmNetwork, errorCode >> 8, errorCode & 0xff]),
  }
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
