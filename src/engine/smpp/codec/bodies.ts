import { encodeText } from '../text.ts'
import { BadPdu } from './bad-pdu.ts'
import type { Content, Fields } from './fields.ts'
import type { Reader } from './reader.ts'
import type { Writer } from './writer.ts'

/** A recipient of a submit_multi: an address, or the name of a distribution list on the message centre. */
export type Destination = Address | { readonly dl_name: string }

type Address = Pick<Fields, 'dest_addr_ton' | 'dest_addr_npi'> & { readonly destination_addr: string }

/** A failed recipient of a submit_multi, with the status that a submit_sm would have got. */
type Failure = Address & { readonly error_status_code: number }

/** The value of a field by its form. Content follows its length, and lists follow their count. */
export interface ValueOf {
  readonly byte: number
  readonly text: string
  readonly content: Buffer
  readonly destinations: Destination[]
  readonly failures: Failure[]
}

type Layout = Readonly<Record<string, keyof ValueOf>>

const messageId = { message_id: 'text' } as const
const systemId = { system_id: 'text' } as const
const source = { source_addr_ton: 'byte', source_addr_npi: 'byte', source_addr: 'text' } as const
const address = { dest_addr_ton: 'byte', dest_addr_npi: 'byte', destination_addr: 'text' } as const
const bind = {
  ...systemId,
  password: 'text',
  system_type: 'text',
  interface_version: 'byte',
  addr_ton: 'byte',
  addr_npi: 'byte',
  address_range: 'text',
} as const
const content = {
  esm_class: 'byte',
  protocol_id: 'byte',
  priority_flag: 'byte',
  schedule_delivery_time: 'text',
  validity_period: 'text',
  registered_delivery: 'byte',
  replace_if_present_flag: 'byte',
  data_coding: 'byte',
  sm_default_msg_id: 'byte',
  short_message: 'content',
} as const
const message = { service_type: 'text', ...source, ...address, ...content } as const

const replacement = {
  ...messageId,
  ...source,
  schedule_delivery_time: 'text',
  validity_period: 'text',
  registered_delivery: 'byte',
  sm_default_msg_id: 'byte',
  short_message: 'content',
} as const
const data = {
  service_type: 'text',
  ...source,
  ...address,
  esm_class: 'byte',
  registered_delivery: 'byte',
  data_coding: 'byte',
} as const
const listed = { service_type: 'text', ...source, dest_address: 'destinations', ...content } as const
const alert = { ...source, esme_addr_ton: 'byte', esme_addr_npi: 'byte', esme_addr: 'text' } as const
const state = { ...messageId, final_date: 'text', message_state: 'byte', error_code: 'byte' } as const

/** The commands of SMPP 3.4: their ids, and their fields in wire order. Responses have the highest bit set. */
export const commands = {
  generic_nack: [0x8000_0000, {}],
  bind_receiver: [0x0000_0001, bind],
  bind_receiver_resp: [0x8000_0001, systemId],
  bind_transmitter: [0x0000_0002, bind],
  bind_transmitter_resp: [0x8000_0002, systemId],
  query_sm: [0x0000_0003, { ...messageId, ...source }],
  query_sm_resp: [0x8000_0003, state],
  submit_sm: [0x0000_0004, message],
  submit_sm_resp: [0x8000_0004, messageId],
  deliver_sm: [0x0000_0005, message],
  deliver_sm_resp: [0x8000_0005, messageId],
  unbind: [0x0000_0006, {}],
  unbind_resp: [0x8000_0006, {}],
  replace_sm: [0x0000_0007, replacement],
  replace_sm_resp: [0x8000_0007, {}],
  cancel_sm: [0x0000_0008, { service_type: 'text', ...messageId, ...source, ...address }],
  cancel_sm_resp: [0x8000_0008, {}],
  bind_transceiver: [0x0000_0009, bind],
  bind_transceiver_resp: [0x8000_0009, systemId],
  outbind: [0x0000_000b, { ...systemId, password: 'text' }],
  enquire_link: [0x0000_0015, {}],
  enquire_link_resp: [0x8000_0015, {}],
  submit_multi: [0x0000_0021, listed],
  submit_multi_resp: [0x8000_0021, { ...messageId, unsuccess_sme: 'failures' }],
  alert_notification: [0x0000_0102, alert],
  data_sm: [0x0000_0103, data],
  data_sm_resp: [0x8000_0103, messageId],
} as const satisfies Readonly<Record<string, readonly [id: number, layout: Layout]>>

export type Command = keyof typeof commands

const responseBit = 0x8000_0000

export const isResponseId = (id: number): boolean => (id & responseBit) !== 0

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
