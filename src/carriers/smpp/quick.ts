import smpp from 'smpp'
import type { Codec } from './link.ts'
import { decodePdu, encodePdu, type Fields, headerBytes } from './pdu.ts'

/**
 * The codec knows every field of every command, at the price of more time for one message than everything else here
 * takes. So the four commands that messages and their receipts consist of are read and written by hand, with the same
 * result, as far as they have nothing special; all else is left to it.
 */
export const quickCodec: Codec = {
  decode(bytes) {
    const id = bytes.readUInt32BE(4)
    const fields = id === submitAnswerId ? readSubmitAnswer(bytes) : id === deliverId ? readDeliver(bytes) : null
    if (fields === null) return decodePdu(bytes)
    const isResponse = id === submitAnswerId
    return {
      command: isResponse ? 'submit_sm_resp' : 'deliver_sm',
      status: bytes.readUInt32BE(8),
      sequence: bytes.readUInt32BE(12),
      isResponse,
      fields,
      bytes,
    }
  },
  encode(command, sequence, fields = {}, commandStatus = 0) {
    const isPlain = commandStatus === 0
    if (command === 'deliver_sm_resp' && isPlain && fields.message_id === undefined)
      return withHeader(Buffer.alloc(headerBytes + 1), deliverAnswerId, sequence)
    const submit = command === 'submit_sm' && isPlain ? writeSubmit(fields) : null
    return submit === null
      ? encodePdu(command, sequence, fields, commandStatus)
      : withHeader(submit, submitId, sequence)
  },
}

const submitId = 0x0000_0004
const submitAnswerId = 0x8000_0004
const deliverId = 0x0000_0005
const deliverAnswerId = 0x8000_0005

function withHeader(frame: Buffer, id: number, sequence: number): Buffer {
  frame.writeUInt32BE(frame.length, 0)
  frame.writeUInt32BE(id, 4)
  frame.writeUInt32BE(0, 8)
  frame.writeUInt32BE(sequence, 12)
  return frame
}

/** Null when there is more in it than an id. */
function readSubmitAnswer(bytes: Buffer): Fields | null {
  if (bytes.length === headerBytes) return {}
  return bytes.indexOf(0, headerBytes) === bytes.length - 1
    ? { message_id: bytes.toString('ascii', headerBytes, bytes.length - 1) }
    : null
}

/** Nobody needs the TLVs of a carrier's own; the codec gives them back by their numbers. */
const receiptedIdTag = 0x001e
const networkErrorTag = 0x0423
const stateTag = 0x0427

/** Null when it is cut short, or has anything that is rare in a receipt. */
function readDeliver(bytes: Buffer): Fields | null {
  const serviceEnd = bytes.indexOf(0, headerBytes)
  const sourceAt = serviceEnd + 3
  const sourceEnd = bytes.indexOf(0, sourceAt)
  const destinationAt = sourceEnd + 3
  const destinationEnd = bytes.indexOf(0, destinationAt)
  // After esm_class: protocol_id, priority_flag, two times, registered_delivery, replace_if_present_flag, data_coding,
  // sm_default_msg_id, sm_length.
  const esmAt = destinationEnd + 1
  const textAt = esmAt + 10
  const textEnd = textAt + (bytes[textAt - 1] ?? 0)
  if (serviceEnd === -1 || sourceEnd === -1 || destinationEnd === -1 || textEnd > bytes.length || textAt > bytes.length)
    return null
  if (bytes[esmAt + 3] !== 0 || bytes[esmAt + 4] !== 0) return null

  const fields: Record<string, unknown> = {
    service_type: bytes.toString('ascii', headerBytes, serviceEnd),
    source_addr_ton: bytes[serviceEnd + 1],
    source_addr_npi: bytes[serviceEnd + 2],
    source_addr: bytes.toString('ascii', sourceAt, sourceEnd),
    dest_addr_ton: bytes[sourceEnd + 1],
    dest_addr_npi: bytes[sourceEnd + 2],
    destination_addr: bytes.toString('ascii', destinationAt, destinationEnd),
    esm_class: bytes[esmAt],
    protocol_id: bytes[esmAt + 1],
    priority_flag: bytes[esmAt + 2],
    schedule_delivery_time: '',
    validity_period: '',
    registered_delivery: bytes[esmAt + 5],
    replace_if_present_flag: bytes[esmAt + 6],
    data_coding: bytes[esmAt + 7],
    sm_default_msg_id: bytes[esmAt + 8],
    short_message: null,
  }
  if (!readTlvs(bytes, textEnd, fields)) return null
  fields.short_message = readText(bytes.subarray(textAt, textEnd), fields)
  return fields
}

function readTlvs(bytes: Buffer, from: number, fields: Record<string, unknown>): boolean {
  let at = from
  while (at + 4 <= bytes.length) {
    const tag = bytes.readUInt16BE(at)
    const valueAt = at + 4
    const end = valueAt + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) return false
    if (tag === receiptedIdTag && bytes.indexOf(0, valueAt) === end - 1)
      fields.receipted_message_id = bytes.toString('ascii', valueAt, end - 1)
    else if (tag === stateTag && end === valueAt + 1) fields.message_state = bytes[valueAt]
    else if (tag === networkErrorTag) fields.network_error_code = bytes.subarray(valueAt, end)
    else return false
    at = end
  }
  return true
}

/** In esm_class: the text begins with a header. */
const headerIndicator = 0x40

function readText(text: Buffer, fields: Readonly<Record<string, unknown>>): unknown {
  const isDefault = (Number(fields.data_coding) & 0x0f) === 0 && (Number(fields.esm_class) & headerIndicator) === 0
  return isDefault && isCommon(text)
    ? { message: text.toString('latin1') }
    : smpp.filters.message.decode.call(fields, text)
}

/** The bytes that are the same character in ASCII and in GSM 03.38. */
const common = new Uint8Array(256)
for (const character of '\n\r !"#%&\'()*+,-./0123456789:;<=>?ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
  common[character.charCodeAt(0)] = 1

function isCommon(text: Buffer): boolean {
  for (let at = 0; at < text.length; at += 1) if (common[text[at] ?? 0] === 0) return false
  return true
}

/** The fields of a submit_sm in their order, up to the text. */
const submitStrings = [
  'service_type',
  'source_addr',
  'destination_addr',
  'schedule_delivery_time',
  'validity_period',
] as const
const submitFields: readonly [name: string, isString: boolean][] = [
  ['service_type', true],
  ['source_addr_ton', false],
  ['source_addr_npi', false],
  ['source_addr', true],
  ['dest_addr_ton', false],
  ['dest_addr_npi', false],
  ['destination_addr', true],
  ['esm_class', false],
  ['protocol_id', false],
  ['priority_flag', false],
  ['schedule_delivery_time', true],
  ['validity_period', true],
  ['registered_delivery', false],
  ['replace_if_present_flag', false],
  ['data_coding', false],
  ['sm_default_msg_id', false],
]
const submitNames = new Set<string>([...submitFields.map(([name]) => name), 'short_message'])
const timeLength = 16

/**
 * With room for the header. Null when a field has a form that the codec would change, and when there is one more than
 * every submit has.
 */
function writeSubmit(fields: Fields): Buffer | null {
  const text = fields.short_message
  if (!Buffer.isBuffer(text) || text.length > 254 || typeof fields.data_coding !== 'number') return null
  for (const name in fields) if (!submitNames.has(name)) return null
  let length = headerBytes + submitFields.length + 1 + text.length
  for (const name of submitStrings) {
    const value = fields[name] ?? ''
    if (typeof value !== 'string') return null
    length += value.length
  }
  if (!isTime(fields.schedule_delivery_time) || !isTime(fields.validity_period)) return null

  const frame = Buffer.allocUnsafe(length)
  let at = headerBytes
  for (const [name, isString] of submitFields) {
    const value = fields[name]
    if (isString) {
      if (value) at += frame.write(value as string, at, 'latin1')
      frame[at] = 0
    } else {
      const byte = value ?? 0
      if (typeof byte !== 'number' || (byte & 0xff) !== byte) return null
      frame[at] = byte
    }
    at += 1
  }
  frame[at] = text.length
  text.copy(frame, at + 1)
  return frame
}

const isTime = (value: unknown) =>
  value === undefined || value === '' || (typeof value === 'string' && value.length === timeLength)
