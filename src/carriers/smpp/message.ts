import type { Submission } from '../carrier.ts'
import { pduBytesMax } from '../../engine/smpp/codec/framer.ts'
import { formatTime } from '../../engine/smpp/codec/time.ts'
import { headerIndicator } from '../../engine/smpp/codec/user-data.ts'
import type { Fields } from '../../engine/smpp/pdu.ts'
import type { SmppSettings, TonNpi } from './settings.ts'
import { encodeText, isLatin1, type TextForm } from '../../engine/smpp/text.ts'

const defaultDataCoding: Readonly<Record<TextForm, number>> = {
  gsm7: 0x00,
  'gsm7-packed': 0x00,
  latin1: 0x03,
  ucs2: 0x08,
}
const headerBytes = 6
/** A PDU that is too long for the peer ends the connection, on every attempt. A longer payload is sent in parts. */
const payloadBytesMax = pduBytesMax - 1024
const shortCodeDigitsMax = 6
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
/** Relative times avoid months and years, which have no fixed length. No carrier keeps a message for longer. */
const relativeMsMax = 30 * dayMs

/** The fields of each submit_sm of a message, in the order of its parts. */
export function toSubmits(submission: Submission, settings: SmppSettings, now: Date): Fields[] {
  const { id, parts } = submission
  const form = formOf(submission, settings)
  const common = {
    ...addressesOf(submission, settings),
    service_type: settings.serviceType,
    esm_class: 0,
    validity_period: validityOf(submission.validUntil, settings, now),
    registered_delivery: 1,
    data_coding: form === settings.text ? (settings.dataCoding ?? defaultDataCoding[form]) : defaultDataCoding[form],
  }
  if (parts.length === 1) return [{ ...common, short_message: encodeText(parts[0] ?? '', form) }]

  const payload = encodeText(settings.longMessages === 'payload' ? parts.join('') : '', form)
  switch (payload.length > payloadBytesMax ? 'udh' : settings.longMessages) {
    case 'payload':
      return [{ ...common, short_message: Buffer.alloc(0), message_payload: payload }]
    case 'sar':
      return parts.map((part, index) => ({
        ...common,
        short_message: encodeText(part, form),
        sar_msg_ref_num: id % 0x1_0000,
        sar_total_segments: parts.length,
        sar_segment_seqnum: index + 1,
      }))
    case 'udh':
      return parts.map((part, index) => {
        const header = Buffer.from([headerBytes - 1, 0x00, 0x03, id % 0x100, parts.length, index + 1])
        return {
          ...common,
          esm_class: headerIndicator,
          short_message: Buffer.concat([header, encodeText(part, form, headerBytes)]),
        }
      })
  }
}

/**
 * All parts use the same encoding, because phones do not join parts with different ones. Latin-1 text is split by
 * septets, because carriers convert it to septets, and is used only when Latin-1 has all characters (not Greek capitals
 * or the euro sign).
 */
function formOf({ encoding, parts }: Submission, { text }: SmppSettings): TextForm {
  if (encoding === 'ucs2') return 'ucs2'
  return text === 'latin1' && !parts.every(isLatin1) ? 'gsm7' : text
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
