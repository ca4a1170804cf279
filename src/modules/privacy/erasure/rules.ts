import { parseTypedPhone } from '../../../values/local-number.ts'
import { isStoredPhone, typedDigits } from '../../../values/phone.ts'
import { erasedPhone } from '../../table-data/index.ts'

/** Reads a typed number; null when it can't be a phone number. Stored numbers whose length is no longer valid are accepted. */
export function readPhone(text: string, country: string | null): string | null {
  const phone = parseTypedPhone(text, country)
  if (phone !== null) return phone
  const digits = typedDigits(text.trim())
  return isStoredPhone(digits) ? digits : null
}

/** Matches the number where it is not part of a longer one, with its international prefix. */
export const wholeNumber = (phone: string, flags = 'g') => new RegExp(`(?<!\\d)(?:\\+|00)?${phone}(?!\\d)`, flags)

const jsonToken = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const isJson = (text: string) => {
  if (!/^\s*[[{]/.test(text)) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Replaces a number in a text. JSON stays valid: a number that is not in quotes becomes a string. */
export function replacePhone(text: string, phone: string, word: string = erasedPhone): string {
  if (!isJson(text)) return text.replace(wholeNumber(phone), word)
  return text.replace(jsonToken, (token) =>
    token.startsWith('"') ? token.replace(wholeNumber(phone), word) : token === phone ? `"${word}"` : token,
  )
}

/** A scalar in a JSON column is not an object, but must stay valid JSON too. */
export function replacePhoneInJson(text: string, phone: string): string {
  return text.trim() === phone ? `"${erasedPhone}"` : replacePhone(text, phone)
}
