import { BadPdu } from './bad-pdu.ts'
import type { Command } from './commands.ts'
import type { Reader } from './reader.ts'

/** A recipient of a submit_multi: an address, or the name of a distribution list on the message centre. */
export type Destination = Address | { readonly dl_name: string }

export interface Address {
  readonly dest_addr_ton?: number
  readonly dest_addr_npi?: number
  readonly destination_addr: string
}

/** A failed recipient of a submit_multi, with the status that a submit_sm would have got. */
export interface Failure extends Address {
  readonly error_status_code: number
}

/** Reads the fields of each command in wire order. */
export const bodyReaders = {
  generic_nack: readNothing,
  bind_receiver: readBind,
  bind_receiver_resp: readSystemId,
  bind_transmitter: readBind,
  bind_transmitter_resp: readSystemId,
  query_sm: (body: Reader) => ({ ...readMessageId(body), ...readSource(body) }),
  query_sm_resp: (body: Reader) => ({
    message_id: body.text(),
    final_date: body.text(),
    message_state: body.byte(),
    error_code: body.byte(),
  }),
  submit_sm: readMessage,
  submit_sm_resp: readMessageId,
  deliver_sm: readMessage,
  deliver_sm_resp: readMessageId,
  unbind: readNothing,
  unbind_resp: readNothing,
  replace_sm: (body: Reader) => ({
    ...readMessageId(body),
    ...readSource(body),
    schedule_delivery_time: body.text(),
    validity_period: body.text(),
    registered_delivery: body.byte(),
    sm_default_msg_id: body.byte(),
    short_message: body.octets(body.byte()),
  }),
  replace_sm_resp: readNothing,
  cancel_sm: (body: Reader) => ({
    service_type: body.text(),
    ...readMessageId(body),
    ...readSource(body),
    ...readAddress(body),
  }),
  cancel_sm_resp: readNothing,
  bind_transceiver: readBind,
  bind_transceiver_resp: readSystemId,
  outbind: (body: Reader) => ({ system_id: body.text(), password: body.text() }),
  enquire_link: readNothing,
  enquire_link_resp: readNothing,
  submit_multi: (body: Reader) => ({
    service_type: body.text(),
    ...readSource(body),
    dest_address: body.list(() => readDestination(body)),
    esm_class: body.byte(),
    protocol_id: body.byte(),
    priority_flag: body.byte(),
    schedule_delivery_time: body.text(),
    validity_period: body.text(),
    registered_delivery: body.byte(),
    replace_if_present_flag: body.byte(),
    data_coding: body.byte(),
    sm_default_msg_id: body.byte(),
    short_message: body.octets(body.byte()),
  }),
  submit_multi_resp: (body: Reader) => ({ ...readMessageId(body), unsuccess_sme: body.list(() => readFailure(body)) }),
  alert_notification: (body: Reader) => ({
    ...readSource(body),
    esme_addr_ton: body.byte(),
    esme_addr_npi: body.byte(),
    esme_addr: body.text(),
  }),
  data_sm: (body: Reader) => ({
    service_type: body.text(),
    ...readSource(body),
    ...readAddress(body),
    esm_class: body.byte(),
    registered_delivery: body.byte(),
    data_coding: body.byte(),
  }),
  data_sm_resp: readMessageId,
} as const satisfies Readonly<Record<Command, (body: Reader) => object>>

/** A single object literal, because this runs for every message and receipt, and combining parts is slower. */
function readMessage(body: Reader) {
  return {
    service_type: body.text(),
    source_addr_ton: body.byte(),
    source_addr_npi: body.byte(),
    source_addr: body.text(),
    dest_addr_ton: body.byte(),
    dest_addr_npi: body.byte(),
    destination_addr: body.text(),
    esm_class: body.byte(),
    protocol_id: body.byte(),
    priority_flag: body.byte(),
    schedule_delivery_time: body.text(),
    validity_period: body.text(),
    registered_delivery: body.byte(),
    replace_if_present_flag: body.byte(),
    data_coding: body.byte(),
    sm_default_msg_id: body.byte(),
    short_message: body.octets(body.byte()),
  }
}

function readBind(body: Reader) {
  return {
    system_id: body.text(),
    password: body.text(),
    system_type: body.text(),
    interface_version: body.byte(),
    addr_ton: body.byte(),
    addr_npi: body.byte(),
    address_range: body.text(),
  }
}

function readNothing() {
  return {}
}

function readSystemId(body: Reader) {
  return { system_id: body.text() }
}

function readMessageId(body: Reader) {
  return { message_id: body.text() }
}

function readSource(body: Reader) {
  return { source_addr_ton: body.byte(), source_addr_npi: body.byte(), source_addr: body.text() }
}

function readAddress(body: Reader) {
  return { dest_addr_ton: body.byte(), dest_addr_npi: body.byte(), destination_addr: body.text() }
}

function readDestination(body: Reader): Destination {
  const kind = body.byte()
  if (kind === 1) return readAddress(body)
  if (kind === 2) return { dl_name: body.text() }
  throw new BadPdu(`a destination of a submit_multi is of the unknown kind ${kind}`)
}

function readFailure(body: Reader): Failure {
  return { ...readAddress(body), error_status_code: body.number(4) }
}
