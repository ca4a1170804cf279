import { typedDigits as digitsOf, parsePhone } from '../../../src/values/phone.ts'

export { digitsOf }

export const badNumber = 'Digits with the country code first, such as 255712345678'

export const isNumber = (text: string) => parsePhone(digitsOf(text)) !== null

/** What could be meant for one, with or without its country code. */
export const looksLikeNumber = (text: string) => /^\+?\d{7,15}$/.test(digitsOf(text.trim()))
