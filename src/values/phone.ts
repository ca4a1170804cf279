import { PHONE_LENGTHS } from './phone-lengths.ts'

/** A number as it travels: digits only, country code first, without a plus. Only parsePhone makes one. */
export type Phone = string & { readonly __brand: 'phone' }

const DIGITS_MIN = 7
const DIGITS_MAX = 15
const ZERO = 48

/**
 * Bit n says whether a number that begins with these three digits may have n digits. It is 0 where no calling code
 * begins so; none begins with 0.
 */
const LENGTHS = possibleLengths()

/**
 * A number with a calling code that exists and a length that its country has. One request may bring 100,000 numbers, so
 * this looks at character codes and makes nothing. It trims and corrects nothing: what is written is dialled.
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
 * Whether it could be a stored number: older versions accepted lengths that are refused now, and people with such
 * numbers can still opt out.
 */
export const isStoredPhone = (text: string): boolean => /^[1-9]\d{6,14}$/.test(text)

/** What a number has to look like, for those who wrote another. */
export const phoneFormat =
  'digits only: country code first, no + or leading zeros, and a valid length for that country, such as 255712345678'
export const phoneHint = `numbers are ${phoneFormat}`

/**
 * The digits of a number, or of its beginning, as people type it: +255 (712) 345-678. What else stands in it stays, for
 * the caller to refuse.
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
