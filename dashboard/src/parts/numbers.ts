import { typedDigits as digitsOf } from '../../../src/values/phone.ts'
import { t } from '../text.ts'

export { digitsOf }

export const badNumber: string = t.shared.phoneInvalid

/** Whether the text may be a phone number, with or without its country code. The server knows the numbering plans. */
export const isNumber = (text: string) =>
  /^\d{7,17}$/.test(digitsOf(text.normalize('NFKC').replace(/[\p{Cf}\p{Dash}]/gu, '')))

/** The digits and plus signs of a search for numbers. */
export const digitsIn = (text: string | undefined) => text?.replace(/[^\d+]/g, '')
