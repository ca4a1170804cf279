import { alphabetOf } from '../../engine/smpp/codec/alphabets.ts'
import { type DecodedFields, splitUserData, type UserData } from '../../engine/smpp/codec/fields.ts'

import type { Pdu } from '../../engine/smpp/pdu.ts'
import { decodeText, formOf } from '../../engine/smpp/text.ts'
import type { Incoming, IncomingPart } from '../carrier.ts'
import { numberIn } from '../numbers.ts'
import type { SmppSettings } from './settings.ts'

const noBytes = Buffer.alloc(0)

/** Reads an incoming message from a deliver_sm or data_sm. */
export function readIncoming({ fields }: Pdu, settings: SmppSettings, now: Date): Incoming {
  const userData = userDataOf(fields)
  return {
    id: null,
    from: numberIn(fields.source_addr),
    to: numberIn(fields.destination_addr),
    text: textOf(userData, fields.data_coding ?? 0, settings),
    part: partInHeader(userData) ?? partInTlvs(fields),
    at: now,
  }
}

/** The short_message, or the message_payload when it is empty. */
function userDataOf({
  short_message: short,
  message_payload: payload,
  esm_class: esmClass = 0,
}: DecodedFields): UserData {
  const own = splitUserData(short ?? noBytes, esmClass)
  return payload === undefined || own.text.length > 0 ? own : splitUserData(payload, esmClass)
}

/** The default alphabet depends on the agreement with the carrier. */
function textOf({ text, headerBytes, elements }: UserData, coding: number, { text: form }: SmppSettings): string {
  return decodeText(text, formOf(coding) ?? form, headerBytes, alphabetOf(elements))
}

const partOf = (reference: number, total: number, number: number): IncomingPart | null =>
  total > 1 && number >= 1 && number <= total ? { reference, total, number } : null

/** The reference has one or two bytes. */
function partInHeader({ elements }: UserData): IncomingPart | null {
  for (const element of elements) {
    const [kind, , first = 0, second = 0, third = 0, fourth = 0] = element
    if (kind === 0x00 && element.length === 5) return partOf(first, second, third)
    if (kind === 0x08 && element.length === 6) return partOf(first * 256 + second, third, fourth)
  }
  return null
}

function partInTlvs({
  sar_msg_ref_num: reference,
  sar_total_segments: total,
  sar_segment_seqnum: number,
}: DecodedFields): IncomingPart | null {
  return reference !== undefined && total !== undefined && number !== undefined
    ? partOf(reference, total, number)
    : null
}
