import { formatTime, headerIndicator } from '../../engine/smpp/codec/fields.ts'
import { pduBytesMax } from '../../engine/smpp/codec/framer.ts'

import type { Fields } from '../../engine/smpp/pdu.ts'
import { encodeText, isLatin1, packSeptets, type TextForm } from '../../engine/smpp/text.ts'
import type { Binary, Submission } from '../carrier.ts'
import type { SmppSettings, TonNpi } from './settings.ts'

const defaultDataCoding: Readonly<Record<TextForm, number>> = {
  gsm7: 0x00,
  'gsm7-packed': 0x00,
  latin1: 0x03,
  ucs2: 0x08,
}
/** Bits of data_coding in GSM 03.38: one marks a message class, and two select the alphabet. */
const classBit = 0x10
const eightBit = 0x04
const ucs2 = 0x08
/** A PDU that is too long for the peer ends the connection, on every attempt. A longer payload is sent in parts. */
const payloadBytesMax = pduBytesMax - 1024
const shortCodeDigitsMax = 6
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Relative times avoid months and years, which have no fixed length. No carrier keeps a message for longer. */
const relativeMsMax = 30 * dayMs

/** The content of a message: its parts, and how they become bytes after a user data header of this length. */
interface Content {
  readonly dataCoding: number
  /** The user data header that every part begins with; empty for a text. */
  readonly header: Buffer
  readonly parts: readonly string[]
  encode(part: string, headerBytes: number): Buffer
}

/** The fields of each submit_sm of a message, in the order of its parts. */
export function toSubmits(submission: Submission, settings: SmppSettings, now: Date): Fields[] {
  const { id, priority, protocolId, binary, receipt } = submission
  const { dataCoding, header, parts, encode } = binary
    ? binaryContent(submission, binary, settings)
    : textContent(submission, settings)
  const common = {
    ...addressesOf(submission, settings),
    service_type: settings.serviceType,
    esm_class: header.length > 0 ? headerIndicator : 0,
    ...(protocolId === undefined ? {} : { protocol_id: protocolId }),
    ...(priority === undefined ? {} : { priority_flag: priority }),
    validity_period: validityOf(submission.validUntil, settings, now),
    registered_delivery: receipt === false ? 0 : 1,
    data_coding: dataCoding,
  }
  const afterHeader = (part: string) => Buffer.concat([header, encode(part, header.length)])
  if (parts.length === 1) return [{ ...common, short_message: afterHeader(parts[0] ?? '') }]

  const payload = afterHeader(settings.longMessages === 'payload' ? parts.join('') : '')
  switch (payload.length > payloadBytesMax ? 'udh' : settings.longMessages) {
    case 'payload':
      return [{ ...common, short_message: Buffer.alloc(0), message_payload: payload }]
    case 'sar':
      return parts.map((part, index) => ({
        ...common,
        short_message: afterHeader(part),
        sar_msg_ref_num: id % 0x1_0000,
        sar_total_segments: parts.length,
        sar_segment_seqnum: index + 1,
      }))
    case 'udh':
      return parts.map((part, index) => {
        const numbered = numberedHeader(header, [id % 0x100, parts.length, index + 1])
        return {
          ...common,
          esm_class: headerIndicator,
          short_message: Buffer.concat([numbered, encode(part, numbered.length)]),
        }
      })
  }
}

/** A user data header with one more element, which numbers the parts of a message. */
function numberedHeader(header: Buffer, [reference, total, number]: readonly [number, number, number]): Buffer {
  const elements = [...header.subarray(1), 0x00, 0x03, reference, total, number]
  return Buffer.from([elements.length, ...elements])
}

/** The bytes and the data_coding of the customer. Every part begins with the header (`splitBinary`). */
function binaryContent(
  { parts, messageClass }: Submission,
  { dataCoding, hasHeader, isSeptets }: Binary,
  { text }: SmppSettings,
): Content {
  const isPacked = isSeptets === true && text === 'gsm7-packed'
  const headerDigits = hasHeader ? 2 * (Number.parseInt(parts[0]?.slice(0, 2) ?? '', 16) + 1) : 0
  return {
    dataCoding: withClass(dataCoding, eightBit, messageClass),
    header: Buffer.from(parts[0]?.slice(0, headerDigits) ?? '', 'hex'),
    parts: parts.map((part) => part.slice(headerDigits)),
    encode(part, headerBytes) {
      const bytes = Buffer.from(part, 'hex')
      return isPacked ? packSeptets(bytes, headerBytes) : bytes
    },
  }
}

function textContent(submission: Submission, settings: SmppSettings): Content {
  const { messageClass } = submission
  const form = formOf(submission, settings)
  const own = form === settings.text ? settings.dataCoding : null
  return {
    dataCoding: withClass(own ?? defaultDataCoding[form], form === 'ucs2' ? ucs2 : 0x00, messageClass),
    header: Buffer.alloc(0),
    parts: submission.parts,
    encode: (part, headerBytes) => encodeText(part, form, headerBytes),
  }
}

/** Adds a message class to a data_coding. Only the two groups of GSM 03.38 with a class can have one. */
function withClass(dataCoding: number, alphabet: number, messageClass: number | undefined): number {
  if (messageClass === undefined) return dataCoding
  const isClassGroup = (dataCoding & 0xf0) === 0xf0 && alphabet !== ucs2
  return isClassGroup ? (dataCoding & 0xfc) | messageClass : classBit | alphabet | messageClass
}

/**
 * All parts use the same encoding, because phones do not join parts with different ones. Latin-1 text is split by
 * septets, because carriers convert it to septets, and is used only when Latin-1 has all characters (not Greek capitals
 * or the euro sign). A data_coding with a message class means the default alphabet of the carrier, which is Latin-1 only
 * if its texts are sent as the default.
 */
function formOf({ encoding, parts, messageClass }: Submission, { text, dataCoding }: SmppSettings): TextForm {
  if (encoding === 'ucs2') return 'ucs2'
  if (text !== 'latin1') return text
  return parts.every(isLatin1) && (messageClass === undefined || dataCoding === 0) ? text : 'gsm7'
}

function addressesOf({ sender, phone }: Submission, { addresses }: SmppSettings): Fields {
  const source = kindOfSender(sender, addresses)
  return {
    source_addr_ton: source.ton,
    source_addr_npi: source.npi,
    source_addr: withoutPlus(sender),
    dest_addr_ton: addresses.destination.ton,
    dest_addr_npi: addresses.destination.npi,
    destination_addr: withoutPlus(phone),
  }
}

function kindOfSender(sender: string, addresses: SmppSettings['addresses']): TonNpi {
  if (!/^\+?\d+$/.test(sender)) return addresses.alphanumeric
  return withoutPlus(sender).length <= shortCodeDigitsMax ? addresses.shortCode : addresses.number
}

/** The type of number already marks it as international. */
const withoutPlus = (address: string) => (/^\+\d+$/.test(address) ? address.slice(1) : address)

/** An expired message gets a minute, because zero means the carrier's default. */
function validityOf(validUntil: Date, { validity }: SmppSettings, now: Date): string {
  if (validity === 'none') return ''
  const leftMs = Math.max(minuteMs, validUntil.getTime() - now.getTime())
  if (validity === 'absolute') return formatTime(new Date(now.getTime() + leftMs))

  const seconds = Math.floor(Math.min(relativeMsMax, leftMs) / 1000)
  const fields = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3600) % 24,
    Math.floor(seconds / 60) % 60,
    seconds % 60,
  ]
  return `0000${fields.map((field) => String(field).padStart(2, '0')).join('')}000R`
}
