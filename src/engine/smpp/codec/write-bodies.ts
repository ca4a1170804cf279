import { encodeText } from '../text.ts'
import type { Command } from './commands.ts'
import type { Content, Fields } from './fields.ts'
import type { Address, Destination, Failure } from './read-bodies.ts'
import type { Writer } from './writer.ts'

type WriteBody = (body: Writer, fields: Fields) => void

/** Writes the fields of each command in wire order. */
export const bodyWriters: Readonly<Record<Command, WriteBody>> = {
  generic_nack: writeNothing,
  bind_receiver: writeBind,
  bind_receiver_resp: writeSystemId,
  bind_transmitter: writeBind,
  bind_transmitter_resp: writeSystemId,
  query_sm(body, fields) {
    body.text(fields.message_id)
    writeSource(body, fields)
  },
  query_sm_resp(body, fields) {
    body.text(fields.message_id)
    body.text(fields.final_date)
    body.byte(fields.message_state)
    body.byte(fields.error_code)
  },
  submit_sm: writeMessage,
  submit_sm_resp: writeMessageId,
  deliver_sm: writeMessage,
  deliver_sm_resp: writeMessageId,
  unbind: writeNothing,
  unbind_resp: writeNothing,
  replace_sm(body, fields) {
    body.text(fields.message_id)
    writeSource(body, fields)
    body.text(fields.schedule_delivery_time)
    body.text(fields.validity_period)
    body.byte(fields.registered_delivery)
    body.byte(fields.sm_default_msg_id)
    writeShortMessage(body, fields)
  },
  replace_sm_resp: writeNothing,
  cancel_sm(body, fields) {
    body.text(fields.service_type)
    body.text(fields.message_id)
    writeSource(body, fields)
    writeAddress(body, fields)
  },
  cancel_sm_resp: writeNothing,
  bind_transceiver: writeBind,
  bind_transceiver_resp: writeSystemId,
  outbind(body, fields) {
    body.text(fields.system_id)
    body.text(fields.password)
  },
  enquire_link: writeNothing,
  enquire_link_resp: writeNothing,
  submit_multi(body, fields) {
    body.text(fields.service_type)
    writeSource(body, fields)
    body.list(fields.dest_address ?? [], (one) => writeDestination(body, one))
    writeContent(body, fields)
  },
  submit_multi_resp(body, fields) {
    body.text(fields.message_id)
    body.list(fields.unsuccess_sme ?? [], (one) => writeFailure(body, one))
  },
  alert_notification(body, fields) {
    writeSource(body, fields)
    body.byte(fields.esme_addr_ton)
    body.byte(fields.esme_addr_npi)
    body.text(fields.esme_addr)
  },
  data_sm(body, fields) {
    body.text(fields.service_type)
    writeSource(body, fields)
    writeAddress(body, fields)
    body.byte(fields.esm_class)
    body.byte(fields.registered_delivery)
    body.byte(fields.data_coding)
  },
  data_sm_resp: writeMessageId,
}

function writeMessage(body: Writer, fields: Fields): void {
  body.text(fields.service_type)
  writeSource(body, fields)
  writeAddress(body, fields)
  writeContent(body, fields)
}

function writeContent(body: Writer, fields: Fields): void {
  body.byte(fields.esm_class)
  body.byte(fields.protocol_id)
  body.byte(fields.priority_flag)
  body.text(fields.schedule_delivery_time)
  body.text(fields.validity_period)
  body.byte(fields.registered_delivery)
  body.byte(fields.replace_if_present_flag)
  body.byte(fields.data_coding)
  body.byte(fields.sm_default_msg_id)
  writeShortMessage(body, fields)
}

function writeShortMessage(body: Writer, { short_message: content = '', data_coding: coding }: Fields): void {
  const bytes = contentBytes(content, coding)
  body.byte(bytes.length)
  body.octets(bytes)
}

function writeBind(body: Writer, fields: Fields): void {
  body.text(fields.system_id)
  body.text(fields.password)
  body.text(fields.system_type)
  body.byte(fields.interface_version)
  body.byte(fields.addr_ton)
  body.byte(fields.addr_npi)
  body.text(fields.address_range)
}

function writeNothing(): void {}

function writeSystemId(body: Writer, fields: Fields): void {
  body.text(fields.system_id)
}

function writeMessageId(body: Writer, fields: Fields): void {
  body.text(fields.message_id)
}

function writeSource(body: Writer, fields: Fields): void {
  body.byte(fields.source_addr_ton)
  body.byte(fields.source_addr_npi)
  body.text(fields.source_addr)
}

function writeAddress(body: Writer, fields: Fields | Address): void {
  body.byte(fields.dest_addr_ton)
  body.byte(fields.dest_addr_npi)
  body.text(fields.destination_addr)
}

function writeDestination(body: Writer, destination: Destination): void {
  if ('dl_name' in destination) {
    body.byte(2)
    body.text(destination.dl_name)
  } else {
    body.byte(1)
    writeAddress(body, destination)
  }
}

function writeFailure(body: Writer, failure: Failure): void {
  writeAddress(body, failure)
  body.number(failure.error_status_code, 4)
}

const ucs2 = 8
const latin1 = 3

export function contentBytes(content: Content, dataCoding: number | undefined): Buffer {
  if (Buffer.isBuffer(content)) return content
  if (typeof content === 'string')
    return encodeText(content, dataCoding === ucs2 ? 'ucs2' : dataCoding === latin1 ? 'latin1' : 'gsm7')
  return Buffer.concat([content.udh, contentBytes(content.message, dataCoding)])
}
