import { typedDigits as digitsOf, parsePhone } from '../../../src/values/phone.ts'
import { t } from '../text.ts'

export { digitsOf }

export const badNumber: string = t.shared.phoneInvalid

export const isNumber = (text: string) => parsePhone(digitsOf(text)) !== null

/** Whether the text may be a phone number, with or without its country code. */
export const looksLikeNumber = (text: string) => /^\+?\d{7,15}$/.test(digitsOf(text.trim()))
