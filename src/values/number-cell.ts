import { parsePhone } from './phone.ts'

/** The scientific notation of a spreadsheet, which loses most digits. */
const shortened = /^\d([.,]\d+)?E\+?\d+$/i

/**
 * Describes the error in a phone number of a file; null for a valid one. Reports of imports are stored, so the texts
 * have no example number: erasing it would change them.
 */
export function faultOfNumber(text: string): string | null {
  if (text === '') return 'is empty'
  if (shortened.test(text))
    return 'was shortened by a spreadsheet: make the column text, enter the number again and save the file again'
  const number = cleanNumber(text)
  if (parsePhone(number) !== null) return null
  if (/^0\d+$/.test(number)) return 'must begin with the country code, such as 255'
  return 'must be a phone number with its country code'
}

/** Matches the separators in +255 (712) 345-678, and the invisible direction marks of a copied number. */
const separators = /[\s\p{Dash}.()\p{Cf}]+/gu

/**
 * The digits of a number in a file; the API does not clean numbers. The zero of +44 (0)20 is dialled only within the
 * country, and a number that a program saved as a fraction ends with .0: both must be removed.
 */
export function cleanNumber(text: string): string {
  if (/^\d+$/.test(text)) return text
  return text.replace(/\.0$/, '').replace('(0)', '').replace(separators, '').replace(/^\+/, '')
}
