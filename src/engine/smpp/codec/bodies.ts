import { encodeText } from '../text.ts'
import { BadPdu } from './bad-pdu.ts'
import {
  type Address,
  address,
  type Destination,
  type Failure,
  type Layout,
  message,
  messageId,
  type ValueOf,
} from './commands.ts'
import type { Content, Fields } from './fields.ts'
import type { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

export function readFields(body: Reader, layout: Layout): object {
  if (layout === message) return readMessage(body)
  if (layout === messageId) return { message_id: body.text() }
  return Object.fromEntries(Object.entries(layout).map(([name, form]) => [name, readField(body, form)]))
}

/** A single object literal, because this runs for every message and receipt, and a loop over the layout is slower. */
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

function readField(body: Reader, form: keyof ValueOf): ValueOf[keyof ValueOf] {
  switch (form) {
    case 'byte':
      return body.byte()
    case 'text':
      return body.text()
    case 'content':
      return body.octets(body.byte())
    case 'destinations':
      return body.list(() => readDestination(body))
    case 'failures':
      return body.list(() => ({ ...readAddress(body), error_status_code: body.number(4) }))
  }
}

const readAddress = (body: Reader) => readFields(body, address) as Address

function readDestination(body: Reader): Destination {
  const kind = body.byte()
  if (kind === 1) return readAddress(body)
  if (kind === 2) return { dl_name: body.text() }
  throw new BadPdu(`a destination of a submit_multi is of the unknown kind ${kind}`)
}

export function writeFields(body: Writer, layout: Layout, fields: Fields): void {
  if (layout === message) writeMessage(body, fields)
  else if (layout === messageId) body.text(fields.message_id)
  else for (const [name, form] of Object.entries(layout)) writeField(body, form, name, fields)
}

/** Without a loop over the layout, because this runs for every message and receipt. */
function writeMessage(body: Writer, fields: Fields): void {
  body.text(fields.service_type)
  body.byte(fields.source_addr_ton)
  body.byte(fields.source_addr_npi)
  body.text(fields.source_addr)
  body.byte(fields.dest_addr_ton)
  body.byte(fields.dest_addr_npi)
  body.text(fields.destination_addr)
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

function writeField(body: Writer, form: keyof ValueOf, name: string, fields: Fields): void {
  const value = (fields as Readonly<Record<string, unknown>>)[name]
  if (form === 'byte') body.byte(value as number | undefined)
  else if (form === 'text') body.text(value as string | undefined)
  else if (form === 'content') writeShortMessage(body, fields)
  else if (form === 'destinations') body.list(fields.dest_address ?? [], (one) => writeDestination(body, one))
  else body.list(fields.unsuccess_sme ?? [], (one) => writeFailure(body, one))
}

function writeShortMessage(body: Writer, { short_message: text = '', data_coding: coding }: Fields): void {
  const bytes = contentBytes(text, coding)
  body.byte(bytes.length)
  body.octets(bytes)
}

function writeDestination(body: Writer, destination: Destination): void {
  const isList = 'dl_name' in destination
  body.byte(isList ? 2 : 1)
  if (isList) body.text(destination.dl_name)
  else writeFields(body, address, destination)
}

function writeFailure(body: Writer, failure: Failure): void {
  writeFields(body, address, failure)
  body.number(failure.error_status_code, 4)
}

const ucs2 = 8
const latin1 = 3

export function contentBytes(text: Content, dataCoding: number | undefined): Buffer {
  if (Buffer.isBuffer(text)) return text
  if (typeof text === 'string')
    return encodeText(text, dataCoding === ucs2 ? 'ucs2' : dataCoding === latin1 ? 'latin1' : 'gsm7')
  return Buffer.concat([text.udh, contentBytes(text.message, dataCoding)])
}
