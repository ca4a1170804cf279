import { headerIndicator } from '../../../engine/smpp/codec/fields.ts'
import type { Fields } from '../../../engine/smpp/pdu.ts'
import { encodeText, isLatin1, type TextForm } from '../../../engine/smpp/text.ts'
import { fitText, splitText } from '../../../values/gsm.ts'
import type { DefaultAlphabet } from '../../../values/smpp.ts'
import { addressOf } from './addresses.ts'
import { fromTo } from './receipt.ts'

/** An incoming message. */
export interface IncomingMessage {
  /** The id of the stored message, for the reference of its parts. */
  readonly id: number
  readonly phone: string
  readonly number: string
  readonly text: string
}

const defaultCoding = 0x00
const ucs2Coding = 0x08
const headerBytes = 6
/** Characters of a text in Latin-1, alone and in one of several parts: as many as in the GSM alphabet. */
const latin1Max = { alone: 160, part: 153 }

/** The fields of each deliver_sm of a message, in the order of its parts. `alphabet` is that of data_coding 0. */
export function deliveriesOf({ id, phone, number, text }: IncomingMessage, alphabet: DefaultAlphabet): Fields[] {
  const { form, parts } = splitFor(text, alphabet)
  const common = {
    ...fromTo(addressOf(phone), addressOf(number)),
    data_coding: form === 'ucs2' ? ucs2Coding : defaultCoding,
  }
  if (parts.length <= 1) return [{ ...common, esm_class: 0, short_message: encodeText(text, form) }]
  return parts.map((part, index) => {
    const header = Buffer.from([headerBytes - 1, 0x00, 0x03, id % 0x100, parts.length, index + 1])
    const body = encodeText(part, form, headerBytes)
    return { ...common, esm_class: headerIndicator, short_message: Buffer.concat([header, body]) }
  })
}

/** Texts with characters outside of the alphabet are written in UCS-2. */
function splitFor(text: string, alphabet: DefaultAlphabet): { readonly form: TextForm; readonly parts: string[] } {
  if (alphabet === 'latin1' && isLatin1(text)) return { form: alphabet, parts: splitLatin1(text) }
  const encoding = alphabet === 'latin1' ? 'ucs2' : fitText(text, 'gsm').encoding
  return { form: encoding === 'ucs2' ? 'ucs2' : alphabet, parts: splitText(text, encoding) }
}

function splitLatin1(text: string): string[] {
  if (text.length <= latin1Max.alone) return [text]
  const count = Math.ceil(text.length / latin1Max.part)
  return Array.from({ length: count }, (_, index) => text.slice(index * latin1Max.part, (index + 1) * latin1Max.part))
}
