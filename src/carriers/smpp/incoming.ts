import { isObject } from '../../values/json.ts'
import type { Incoming, IncomingPart } from '../carrier.ts'
import type { Fields, Pdu } from './pdu.ts'
import type { SmppSettings } from './settings.ts'
import { decodeText, encodeText } from './text.ts'

/** What somebody wrote, from a deliver_sm or a data_sm. */
export function readIncoming({ fields }: Pdu, settings: SmppSettings, now: Date): Incoming {
  const { headers, message } = contentOf(fields)
  return {
    from: numberIn(fields.source_addr),
    to: numberIn(fields.destination_addr),
    text: textOf(message, Number(fields.data_coding ?? 0), settings, headers),
    part: partInHeaders(headers) ?? partInTlvs(fields),
    at: now,
  }
}

/** Carriers write numbers with a plus, with zeros in its place, or plain; a few with spaces or dashes in between. */
const numberIn = (address: unknown): string => {
  const text = String(address ?? '')
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^(?:\+|00)(?=[1-9])/, '')
  return /^\d+$/.test(digits) ? digits : text
}

interface Content {
  /** Each with its kind and its length before it. */
  readonly headers: readonly Buffer[]
  readonly message: unknown
}

function contentOf({ short_message: short, message_payload: payload }: Fields): Content {
  const read = (value: unknown): Content => {
    if (!isObject(value) || !('message' in value)) return { headers: [], message: value }
    return { headers: Array.isArray(value.udh) ? value.udh.filter(Buffer.isBuffer) : [], message: value.message }
  }
  const own = read(short)
  return payload === undefined || (own.message as { length?: number } | undefined)?.length ? own : read(payload)
}

/**
 * The codec reads the default alphabet as unpacked septets; a carrier with another one is read again from the same
 * bytes.
 */
function textOf(message: unknown, coding: number, { text: form }: SmppSettings, headers: readonly Buffer[]): string {
  const isDefault = (coding & 0x0f) === 0
  if (typeof message === 'string' && (!isDefault || form === 'gsm7')) return message
  const bytes =
    typeof message === 'string' ? encodeText(message, 'gsm7') : Buffer.isBuffer(message) ? message : Buffer.alloc(0)
  const headerBytes = headers.length === 0 ? 0 : headers.reduce((sum, { length }) => sum + length, 1)
  return decodeText(bytes, isDefault ? form : 'latin1', headerBytes)
}

const partOf = (reference: number, total: number, number: number): IncomingPart | null =>
  total > 1 && number >= 1 && number <= total ? { reference, total, number } : null

/** A reference of one byte, or of two. */
function partInHeaders(headers: readonly Buffer[]): IncomingPart | null {
  for (const header of headers) {
    const [kind, , first = 0, second = 0, third = 0, fourth = 0] = header
    if (kind === 0x00 && header.length === 5) return partOf(first, second, third)
    if (kind === 0x08 && header.length === 6) return partOf(first * 256 + second, third, fourth)
  }
  return null
}

function partInTlvs({
  sar_msg_ref_num: reference,
  sar_total_segments: total,
  sar_segment_seqnum: number,
}: Fields): IncomingPart | null {
  return typeof reference === 'number' && typeof total === 'number' && typeof number === 'number'
    ? partOf(reference, total, number)
    : null
}
