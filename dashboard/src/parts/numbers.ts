import { typedDigits as digitsOf } from '../../../src/values/phone.ts'
import { t } from '../text.ts'

export { digitsOf }

export const badNumber: string = t.shared.phoneInvalid

/** Whether the text may be a phone number, with or without its country code. The server knows the numbering plans. */
export const isNumber = (text: string) =>
  /^\d{7,17}$/.test(digitsOf(text.normalize('NFKC').replace(/[\p{Cf}\p{Dash}]/gu, '')))

/** A field for a phone number in any form. */
export const phoneField = (label: string, help?: string) => ({
  label,
  help,
  inputMode: 'tel' as const,
  missing: badNumber,
  check: (text: string) => (isNumber(text) ? null : badNumber),
})

/** Whether a text is a number with its country code, and not a short code or a sender name. */
export const isStored = (text: string) => /^[1-9]\d{6,}$/.test(text)

/** A stored number in the form that the server reads as the same number, in accounts of every country. */
export const withPlus = (stored: string) => (/^\d{7,}$/.test(stored) ? `+${stored}` : stored)

/** The digits and plus signs of a search for numbers. */
export const digitsIn = (text: string | undefined) => text?.replace(/[^\d+]/g, '')
