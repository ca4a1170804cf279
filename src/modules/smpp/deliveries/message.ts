import { headerIndicator } from '../../../engine/smpp/codec/user-data.ts'
import type { Fields } from '../../../engine/smpp/pdu.ts'
import { encodeText } from '../../../engine/smpp/text.ts'
import { fitText, splitText } from '../../../values/gsm.ts'
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

const forms = { gsm: { form: 'gsm7', coding: 0x00 }, ucs2: { form: 'ucs2', coding: 0x08 } } as const

/** The fields of each deliver_sm of a message, in the order of its parts. */
export function deliveriesOf({ id, phone, number, text }: IncomingMessage): Fields[] {
  const { encoding } = fitText(text, 'gsm')
  const { form, coding } = forms[encoding]
  const common = { ...fromTo(addressOf(phone), addressOf(number)), data_coding: coding }
  const parts = splitText(text, encoding)
  if (parts.length <= 1) return [{ ...common, esm_class: 0, short_message: encodeText(text, form) }]
  return parts.map((part, index) => {
    const header = Buffer.from([0x05, 0x00, 0x03, id % 0x100, parts.length, index + 1])
    return { ...common, esm_class: headerIndicator, short_message: Buffer.concat([header, encodeText(part, form)]) }
  })
}
