import { messageLengthMax } from '../../contract/public/sms.ts'
import { encodeText } from '../../engine/smpp/text.ts'
import { type Encoding, fitText, splitBinary } from '../../values/gsm.ts'
import type { WireOptions } from '../sms/index.ts'
import { charsetMisformed, textMissing, textTooLong } from './errors.ts'

/** The text of a message as it is stored, with the fields for SMPP carriers. */
export interface ReadText {
  readonly text: string
  readonly encoding: Encoding
  readonly segments: number
  readonly wire: WireOptions
}

export interface WrittenText {
  readonly bytes: Buffer
  readonly charset: string
  readonly udh: Buffer
  /** 0 for text, 1 for bytes, 2 for Unicode. */
  readonly coding: number
  readonly messageClass: number | null
  readonly priority: number | null
  readonly protocolId: number | null
}

/** Throws a refusal for a text that is empty, too long, or invalid in its charset. */
export function readText(written: WrittenText, segmentsMax: number): ReadText {
  const { udh, coding, priority, protocolId } = written
  const read = coding === 1 || udh.length > 0 ? readBinary(written) : readPlain(written)
  if (read.segments > segmentsMax)
    throw textTooLong(`the text has ${read.segments} segments; the maximum is ${segmentsMax}`)
  const fields = { ...(priority === null ? {} : { priority }), ...(protocolId === null ? {} : { protocolId }) }
  return { ...read, wire: { ...read.wire, ...fields } }
}

function readPlain({ bytes, charset, coding, messageClass }: WrittenText): ReadText {
  const text = decode(bytes, charset, coding)
  if (text === '') throw textMissing()
  const wire = messageClass === null ? {} : { messageClass }
  return { text, ...fitText(text, coding === 2 ? 'ucs2' : 'gsm'), wire }
}

function readBinary({ bytes, charset, coding, udh, messageClass }: WrittenText): ReadText {
  const body =
    coding === 1 ? { content: bytes, dataCoding: 4, isSeptets: false } : encode(decode(bytes, charset, coding), coding)
  const all = Buffer.concat([udh, body.content])
  if (all.length === 0) throw textMissing()
  const hasHeader = udh.length > 0
  const hex = all.toString('hex')
  const dataCoding = body.dataCoding | (messageClass === null ? 0 : 0x10 | messageClass)
  const binary = { dataCoding, hasHeader, ...(body.isSeptets ? { isSeptets: true } : {}) }
  const segments = splitBinary(hex, binary).length
  // Only the customer knows how to split a message with a header.
  if (hasHeader && segments > 1)
    throw textTooLong('udh and text together must fit into one segment: the message cannot be split')
  return { text: hex, encoding: 'gsm', segments, wire: { binary } }
}

/** The bytes of a text that follows a header. One septet is one byte in SMPP. */
function encode(text: string, coding: number) {
  const { encoding } = fitText(text, coding === 2 ? 'ucs2' : 'gsm')
  return encoding === 'gsm'
    ? { content: encodeText(text, 'gsm7'), dataCoding: 0, isSeptets: true }
    : { content: encodeText(text, 'ucs2'), dataCoding: 8, isSeptets: false }
}

/** Names of iconv that the standard for the web lacks, or reads in the other byte order. */
const otherNames: Readonly<Record<string, string>> = {
  'ucs-2': 'utf-16be',
  ucs2: 'utf-16be',
  'ucs-2be': 'utf-16be',
  'ucs-2le': 'utf-16le',
  'utf-16': 'utf-16be',
  utf16: 'utf-16be',
  utf16be: 'utf-16be',
  utf16le: 'utf-16le',
  cp1252: 'windows-1252',
}

function decode(bytes: Buffer, charset: string, coding: number): string {
  // No text of this many bytes fits into a message.
  if (bytes.length > 4 * messageLengthMax) throw textTooLong('the text is longer than any message can be')
  const label = charset === '' ? (coding === 2 ? 'utf-16be' : 'utf-8') : charset.toLowerCase()
  const text = decodeAs(bytes, otherNames[label] ?? label, charset === '' && coding !== 2)
  // PostgreSQL cannot store NUL.
  if (text === null || text.includes('\0')) throw charsetMisformed()
  if (text.length > messageLengthMax) throw textTooLong('the text is longer than any message can be')
  return text
}

/** Null for an unknown charset, and for bytes that it does not have. */
function decodeAs(bytes: Buffer, label: string, mayBeLatin1: boolean): string | null {
  try {
    return new TextDecoder(label, { fatal: true }).decode(bytes)
  } catch {
    // Old programs send Latin-1 without naming it.
    return mayBeLatin1 ? new TextDecoder('windows-1252').decode(bytes) : null
  }
}
