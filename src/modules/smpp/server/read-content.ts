import type { Binary } from '../../../carriers/carrier.ts'
import { alphabetOf } from '../../../engine/smpp/codec/alphabets.ts'
import { type DecodedFields, headerIndicator, splitUserData, type UserData } from '../../../engine/smpp/codec/fields.ts'

import { type DataCoding, parseDataCoding } from '../../../engine/smpp/data-coding.ts'
import { status } from '../../../engine/smpp/pdu.ts'
import { decodeText, type TextForm } from '../../../engine/smpp/text.ts'
import { Rejection } from './rejection.ts'

/** The content of a submit: a text, a part of a text, or bytes that carriers transmit unchanged. */
export type Content = TextContent | BinaryContent

export interface TextContent {
  readonly kind: 'text'
  readonly body: TextBody
  /** 0 is a flash message. */
  readonly messageClass: number | null
  /** Null for a whole text. */
  readonly part: Part | null
}

/** The bytes of a text, as submitted. */
export interface TextBody {
  readonly bytes: Buffer
  readonly esmClass: number
  readonly dataCoding: number
}

export interface BinaryContent {
  readonly kind: 'binary'
  readonly bytes: Buffer
  readonly binary: Binary
}

export interface Part {
  readonly reference: number
  readonly total: number
  readonly number: number
}

const noBytes = Buffer.alloc(0)
/** Elements of a user data header: parts with references of one and two bytes, ports, and national languages. */
const element = { part: 0x00, longPart: 0x08, ports: 0x05, singleShift: 0x24, lockingShift: 0x25 } as const
const textElements: readonly number[] = [element.part, element.longPart, element.singleShift, element.lockingShift]

export function readContent(fields: DecodedFields): Content {
  const { esm_class: esmClass = 0, data_coding: dataCoding = 0 } = fields
  const bytes = readBytes(fields)
  const coding = readDataCoding(dataCoding)
  const userData = splitUserData(bytes, esmClass)
  const own = headerOf(fields, userData)
  if (coding.kind === 'binary' || own.isOpaque) {
    const whole = own.header.length === 0 ? bytes : withHeader(own.header, userData)
    const hasHeader = own.header.length > 0 || userData.headerBytes > 0
    return { kind: 'binary', bytes: Buffer.from(whole), binary: { dataCoding, hasHeader } }
  }
  return {
    kind: 'text',
    body: { bytes: Buffer.from(bytes), esmClass: esmClass & headerIndicator, dataCoding },
    messageClass: coding.messageClass ?? null,
    part: partInHeader(userData) ?? partInTlvs(fields),
  }
}

/** The short_message or the message_payload: a submit has one of them. */
function readBytes({ short_message: short = noBytes, message_payload: payload = noBytes }: DecodedFields): Buffer {
  if (short.length > 0 && payload.length > 0)
    throw new Rejection(status.invalidMessageLength, 'set either short_message or message_payload')
  const bytes = short.length > 0 ? short : payload
  if (bytes.length === 0) throw new Rejection(status.invalidMessageLength, 'the message is empty')
  return bytes
}

function readDataCoding(value: number): DataCoding {
  const coding = parseDataCoding(value)
  if (coding !== null) return coding
  throw new Rejection(status.submitFailed, `data_coding ${value} is not supported: use 0, 3 or 8 for text, 4 for bytes`)
}

/**
 * The elements that TLVs add to the header of a binary message. A text with an element that is neither for parts nor for
 * languages is not joined or decoded: only the phone knows its meaning.
 */
function headerOf(fields: DecodedFields, { elements }: UserData): { header: Buffer; isOpaque: boolean } {
  const isPlain = elements.every(([kind = 0]) => textElements.includes(kind))
  const { destination_port: to, source_port: from = 0 } = fields
  if (to === undefined || elements.some(([kind]) => kind === element.ports))
    return {
      header: parseDataCoding(fields.data_coding ?? 0)?.kind === 'binary' ? sarHeader(fields) : noBytes,
      isOpaque: !isPlain,
    }
  const ports = Buffer.from([element.ports, 4, to >> 8, to & 0xff, from >> 8, from & 0xff])
  return { header: Buffer.concat([sarHeader(fields), ports]), isOpaque: true }
}

function sarHeader(fields: DecodedFields): Buffer {
  const part = partInTlvs(fields)
  if (part === null) return noBytes
  const { reference, total, number } = part
  return Buffer.from([element.longPart, 4, reference >> 8, reference & 0xff, total, number])
}

function withHeader(added: Buffer, { elements, text }: UserData): Buffer {
  const all = Buffer.concat([added, ...elements])
  return Buffer.concat([Buffer.from([all.length]), all, text])
}

function toPart(reference: number, total: number, number: number): Part | null {
  if (total <= 1) return null
  if (number >= 1 && number <= total) return { reference, total, number }
  throw new Rejection(status.submitFailed, `part ${number} of ${total} does not exist`)
}

function partInHeader({ elements }: UserData): Part | null {
  for (const one of elements) {
    const [kind, , first = 0, second = 0, third = 0, fourth = 0] = one
    if (kind === element.part && one.length === 5) return toPart(first, second, third)
    if (kind === element.longPart && one.length === 6) return toPart(first * 256 + second, third, fourth)
  }
  return null
}

function partInTlvs({
  sar_msg_ref_num: reference,
  sar_total_segments: total,
  sar_segment_seqnum: number,
}: DecodedFields): Part | null {
  return reference === undefined || total === undefined || number === undefined
    ? null
    : toPart(reference, total, number)
}

/** Joins the parts of a text. `form` is the default alphabet. Characters that a database cannot store are removed. */
export function joinText(bodies: readonly TextBody[], form: TextForm): string {
  const parts = bodies.map(({ bytes, esmClass, dataCoding }) => ({ ...splitUserData(bytes, esmClass), dataCoding }))
  const [first] = parts
  if (first === undefined) return ''
  // Clients may split between the bytes of one character, so bytes are joined before they are decoded.
  const isUniform = parts.every(({ dataCoding }) => dataCoding === first.dataCoding)
  const whole = { ...first, headerBytes: 0, text: Buffer.concat(parts.map(({ text }) => text)) }
  const isPacked = form === 'gsm7-packed' && alphabetNameOf(first.dataCoding) === 'default'
  const texts = isUniform && !isPacked ? [whole] : parts
  return texts
    .map((one) => decode(one, form))
    .join('')
    .replaceAll('\0', '')
    .toWellFormed()
}

function alphabetNameOf(dataCoding: number) {
  const coding = parseDataCoding(dataCoding)
  return coding?.kind === 'text' ? coding.alphabet : 'latin1'
}

function decode({ text, headerBytes, elements, dataCoding }: UserData & { dataCoding: number }, form: TextForm) {
  const alphabet = alphabetNameOf(dataCoding)
  if (alphabet === 'default') return decodeText(text, form, headerBytes, alphabetOf(elements))
  if (alphabet === 'latin1' || alphabet === 'ucs2') return decodeText(text, alphabet)
  return new TextDecoder(alphabet).decode(text)
}
