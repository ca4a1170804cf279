import { parseTypedPhone } from './local-number.ts'
import { invalidParameter, type Query } from './page.ts'
import { typedDigits } from './phone.ts'

/** A number that no phone has. */
const nothing = '0'

/**
 * Reads the filter `number` of a list: a complete number in any form, local ones of this country. Null without it. A text
 * that is not a complete number finds nothing; without a country it is refused, because it may be a local number.
 * Numbers that earlier versions accepted are found by their digits.
 */
export function readNumber({ number }: Query, country: string | null): string | null {
  if (number === undefined || number === '') return null
  const text = typeof number === 'string' ? number : ''
  const digits = parseTypedPhone(text, country) ?? typedDigits(text)
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits
  if (country !== null) return nothing
  const form = 'a phone number with its country code, such as +255712345678'
  throw invalidParameter('number', `${form}, because accounts are of several countries`)
}
