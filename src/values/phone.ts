import { PHONE_LENGTHS } from './phone-lengths.ts'

/** A phone number of digits only, starting with the country code, without a plus. Created only by parsePhone. */
export type Phone = string & { readonly __brand: 'phone' }

const DIGITS_MIN = 7
const DIGITS_MAX = 15
const ZERO = 48

/**
 * Indexed by the first three digits: bit n is set when such a number may have n digits. 0 for unknown calling codes.
 */
const LENGTHS = possibleLengths()

/**
 * Accepts a number with a known calling code and a valid length for that country. A request may have 100,000 numbers,
 * so this allocates nothing. Does not trim or correct the number.
 */
export function parsePhone(text: string): Phone | null {
  const length = text.length
  if (length < DIGITS_MIN || length > DIGITS_MAX) return null

  for (let i = 0; i < length; i += 1) {
    const digit = text.charCodeAt(i) - ZERO
    if (digit < 0 || digit > 9) return null
  }
  const prefix = (text.charCodeAt(0) - ZERO) * 100 + (text.charCodeAt(1) - ZERO) * 10 + text.charCodeAt(2) - ZERO
  return ((LENGTHS[prefix] as number) >> length) & 1 ? (text as Phone) : null
}

/**
 * Whether it could be a stored number. Valid lengths change with the numbering plans, and stored numbers can still opt
 * out.
 */
export const isStoredPhone = (text: string): boolean => /^[1-9]\d{6,14}$/.test(text)

/** Describes the format in hints. */
export const phoneFormat =
  'digits only, starting with the country code, without + or leading zeros, and with a valid length for that country, such as 255712345678'
export const phoneHint = `numbers are ${phoneFormat}`

/**
 * Removes separators from a typed number or prefix such as +255 (712) 345-678. Other characters stay, so that the
 * caller can reject them.
 */
export const typedDigits = (text: string): string => text.replace(/[\s().-]/g, '').replace(/^\+/, '')

function possibleLengths(): Uint16Array {
  const masks = new Uint16Array(1000)
  for (const line of PHONE_LENGTHS.trim().split('\n')) {
    const [lengths = '', ...codes] = line.split(' ')
    for (const code of codes) {
      let mask = 0
      for (const length of lengths.split(',')) mask |= 1 << (code.length + Number(length))
      const width = 10 ** (3 - code.length)
      masks.fill(mask, Number(code) * width, (Number(code) + 1) * width)
    }
  }
  return masks
}
