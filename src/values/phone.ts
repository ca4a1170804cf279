import { CALLING_CODES } from './calling-codes.ts'

/** A number as it travels: digits only, country code first, without a plus. Only parsePhone makes one. */
export type Phone = string & { readonly __brand: 'phone' }

const DIGITS_MIN = 7
const DIGITS_MAX = 15
const ZERO = 48

/** Whether a number may begin with these three digits. No calling code begins with 0, so neither does a number. */
const KNOWN_PREFIXES = knownPrefixes()

/**
 * One request may bring 100,000 numbers, so this looks at character codes and makes nothing. It trims and corrects
 * nothing: what is written is dialled.
 */
export function parsePhone(text: string): Phone | null {
  const length = text.length
  if (length < DIGITS_MIN || length > DIGITS_MAX) return null

  for (let i = 0; i < length; i += 1) {
    const digit = text.charCodeAt(i) - ZERO
    if (digit < 0 || digit > 9) return null
  }
  const prefix = (text.charCodeAt(0) - ZERO) * 100 + (text.charCodeAt(1) - ZERO) * 10 + text.charCodeAt(2) - ZERO
  return KNOWN_PREFIXES[prefix] === 1 ? (text as Phone) : null
}

/** What a number has to look like, for those who wrote another. */
export const phoneFormat = 'digits alone, with the country code and neither + nor zeros before it, such as 255712345678'
export const phoneHint = `numbers are ${phoneFormat}`

/**
 * The digits of a number, or of its beginning, as people type it: +255 (712) 345-678. What else stands in it stays, for
 * the caller to refuse.
 */
export const typedDigits = (text: string): string => text.replace(/[\s().-]/g, '').replace(/^\+/, '')

function knownPrefixes(): Uint8Array {
  const prefixes = new Uint8Array(1000)
  for (const code of CALLING_CODES) {
    const width = 10 ** (3 - String(code).length)
    prefixes.fill(1, code * width, (code + 1) * width)
  }
  return prefixes
}
