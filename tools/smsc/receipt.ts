import type { Fields } from '../../src/engine/smpp/pdu.ts'
import { networkError, receiptClass, receiptText } from '../../src/engine/smpp/receipt.ts'
import type { IdForm, ReceiptForm } from './forms.ts'
import { writeId } from './ids.ts'
import { type Message, stateOf, states } from './message.ts'

/** The fields of the deliver_sm. */
export function receiptFields(message: Message, ids: IdForm, form: ReceiptForm): Fields {
  const { source, destination, submittedAt, finalAt, textStart } = message
  const id = writeId(message.id, ids)
  const state = stateOf(message, Number.POSITIVE_INFINITY)
  const errorCode = state === states.undeliverable ? message.errorCode : 0
  const values = { id, state, error: String(errorCode), submittedAt, doneAt: finalAt, text: textStart }
  const fields = {
    source_addr_ton: destination.ton,
    source_addr_npi: destination.npi,
    source_addr: destination.address,
    dest_addr_ton: source.ton,
    dest_addr_npi: source.npi,
    destination_addr: source.address,
    esm_class: receiptClass.final,
    short_message: Buffer.from(form === 'tlv' ? '' : receiptText(values), 'latin1'),
  }
  if (form === 'text') return fields
  return {
    ...fields,
    receipted_message_id: id,
    message_state: state.number,
    network_error_code: networkError(errorCode),
  }
}
