import { parseTypedPhone } from './local-number.ts'
import { invalidParameter, type Query } from './page.ts'
import { typedDigits } from './phone.ts'

const example = 'such as +255712345678'

/**
 * Reads the filter `number` of a list: a complete number in any form, local ones of this country. Null without it.
 * Without a country, local numbers are refused. Numbers that earlier versions accepted are found by their digits.
 */
export function readNumber({ number }: Query, country: string | null): string | null {
  if (number === undefined || number === '') return null
  const text = typeof number === 'string' ? number : ''
  const digits = parseTypedPhone(text, country) ?? typedDigits(text)
  if (/^[1-9]\d{6,14}$/.test(digits)) return digits
  throw invalidParameter(
    'number',
    country === null
      ? `a phone number with its country code, ${example}, because accounts are of several countries`
      : `a complete phone number, ${example}`,
  )
}
