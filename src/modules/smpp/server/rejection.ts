import type { Fields } from '../../../engine/smpp/pdu.ts'

/** A request that the customer gets an error for. The message says what to do; it is sent as a TLV. */
export class Rejection extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.name = 'Rejection'
    this.status = status
  }
}

/** The maximum of additional_status_info_text in SMPP 3.4. */
const textLengthMax = 255

/** TLVs that explain an error. The text is ASCII, because no field tells its alphabet. */
export const explain = (text: string): Fields => ({
  additional_status_info_text: text.replaceAll(/[^ -~]/g, '?').slice(0, textLengthMax),
})
