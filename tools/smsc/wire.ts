import type { Codec } from '../../src/carriers/smpp/link.ts'
import { BadPdu, decodePdu, encodePdu, headerBytes, type Pdu } from '../../src/carriers/smpp/pdu.ts'

/** What is read of a submit_sm or a data_sm. */
export interface Submit {
  readonly source: Address
  readonly destination: Address
  readonly esmClass: number
  readonly registeredDelivery: number
  readonly dataCoding: number
  /** The whole text, with its header when it has one. It is part of what came over the socket: whoever keeps it has to copy it. */
  readonly text: Buffer
  /** The same for the same source, destination and text, with the numbers of its part. */
  readonly key: number
}

export interface Address {
  readonly ton: number
  readonly npi: number
  readonly address: string
}

const commandIds: Readonly<Record<string, number>> = {
  submit_sm_resp: 0x8000_0004,
  data_sm_resp: 0x8000_0103,
  deliver_sm: 0x0000_0005,
}
const submitId = 0x0000_0004
const dataId = 0x0000_0103
const deliverAnswerId = 0x8000_0005
const sarTags: readonly number[] = [0x020c, 0x020e, 0x020f]
const payloadTag = 0x0424

/**
 * The codec knows every field of every command, at the price of more time for one message than everything else here takes. So the three commands that
 * messages consist of are read and written by hand: a submit's fields are `submit`, and a request or an answer may bring `frame`, its bytes with room for
 * the header.
 */
export const quickCodec: Codec = {
  decode(bytes) {
    const id = bytes.readUInt32BE(4)
    if (id === submitId) return pduOf(bytes, 'submit_sm', false, { submit: readSubmit(bytes) })
    if (id === dataId) return pduOf(bytes, 'data_sm', false, { submit: readSubmit(bytes) })
    if (id === deliverAnswerId) return pduOf(bytes, 'deliver_sm_resp', true, {})
    return decodePdu(bytes)
  },
  encode(command, sequence, fields = {}, commandStatus = 0) {
    const { frame } = fields
    const id = commandIds[command]
    if (!(frame instanceof Buffer) || id === undefined) return encodePdu(command, sequence, fields, commandStatus)
    frame.writeUInt32BE(frame.length, 0)
    frame.writeUInt32BE(id, 4)
    frame.writeUInt32BE(commandStatus, 8)
    frame.writeUInt32BE(sequence, 12)
    return frame
  },
}

const pduOf = (bytes: Buffer, command: string, isResponse: boolean, fields: Pdu['fields']): Pdu => ({
  command,
  status: bytes.readUInt32BE(8),
  sequence: bytes.readUInt32BE(12),
  isResponse,
  fields,
})

/** The body of a submit_sm_resp or data_sm_resp. */
export function answerFrame(messageId: string): Buffer {
  const frame = Buffer.allocUnsafe(headerBytes + messageId.length + 1)
  frame.write(messageId, headerBytes, 'latin1')
  frame[frame.length - 1] = 0
  return frame
}

/** Throws BadPdu when it is shorter than it says. */
export function readSubmit(bytes: Buffer): Submit {
  const isData = bytes.readUInt32BE(4) === dataId
  const serviceEnd = endOfString(bytes, headerBytes)
  const sourceAt = serviceEnd + 1
  const sourceEnd = endOfString(bytes, sourceAt + 2)
  const destinationAt = sourceEnd + 1
  const destinationEnd = endOfString(bytes, destinationAt + 2)
  const esmAt = destinationEnd + 1
  // After esm_class: protocol_id, priority_flag, two times, registered_delivery, replace_if_present_flag, data_coding, sm_default_msg_id, sm_length.
  const registeredAt = isData ? esmAt + 1 : endOfString(bytes, endOfString(bytes, esmAt + 3) + 1) + 1
  const codingAt = registeredAt + (isData ? 1 : 2)
  const textAt = codingAt + (isData ? 1 : 3)
  if (textAt > bytes.length) throw cutShort()
  const textEnd = isData ? textAt : textAt + (bytes[textAt - 1] ?? 0)
  if (textEnd > bytes.length) throw cutShort()

  let text = bytes.subarray(textAt, textEnd)
  let hash = hashOf(bytes, sourceAt + 2, sourceEnd + 1, firstHash)
  hash = hashOf(bytes, destinationAt + 2, destinationEnd + 1, hash)
  hash = hashOf(bytes, textAt, textEnd, hash)
  for (let at = textEnd; at + 4 <= bytes.length; ) {
    const tag = bytes.readUInt16BE(at)
    const end = at + 4 + bytes.readUInt16BE(at + 2)
    if (end > bytes.length) throw cutShort()
    if (tag === payloadTag || sarTags.includes(tag)) hash = hashOf(bytes, at, end, hash)
    if (tag === payloadTag && text.length === 0) text = bytes.subarray(at + 4, end)
    at = end
  }
  return {
    source: addressAt(bytes, sourceAt, sourceEnd),
    destination: addressAt(bytes, destinationAt, destinationEnd),
    esmClass: bytes[esmAt] ?? 0,
    registeredDelivery: bytes[registeredAt] ?? 0,
    dataCoding: bytes[codingAt] ?? 0,
    text,
    key: (hash.high & 0x1f_ffff) * 2 ** 32 + (hash.low >>> 0),
  }
}

const cutShort = () => new BadPdu('the body of a PDU is shorter than its fields')

function endOfString(bytes: Buffer, from: number): number {
  const end = bytes.indexOf(0, from)
  if (end === -1) throw cutShort()
  return end
}

const addressAt = (bytes: Buffer, at: number, end: number): Address => ({
  ton: bytes[at] ?? 0,
  npi: bytes[at + 1] ?? 0,
  address: bytes.toString('latin1', at + 2, end),
})

interface Hash {
  readonly high: number
  readonly low: number
}

const firstHash: Hash = { high: 0x811c_9dc5 | 0, low: 0x41c6_ce57 | 0 }

/** 53 bits of it are used, so that among a million messages two different ones are taken for the same with a chance of 1 in 20,000. */
function hashOf(bytes: Buffer, from: number, to: number, { high, low }: Hash): Hash {
  let [one, other] = [high, low]
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at] ?? 0
    one = Math.imul(one ^ byte, 0x9e37_79b1)
    other = Math.imul(other ^ byte, 0x5f35_6495)
  }
  one = Math.imul(one ^ (one >>> 16), 0x85eb_ca6b) ^ Math.imul(other ^ (other >>> 13), 0xc2b2_ae35)
  other = Math.imul(other ^ (other >>> 16), 0x85eb_ca6b) ^ Math.imul(one ^ (one >>> 13), 0xc2b2_ae35)
  return { high: one, low: other }
}
