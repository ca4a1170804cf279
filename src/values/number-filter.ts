import { parseTypedPhone } from './local-number.ts'
import type { Query } from './page.ts'
import { typedDigits } from './phone.ts'

/** A number that no phone has. */
const nothing = '0'

/**
 * Reads the filter `number` of a list: a complete number in any form, local ones of this country. Null without it; a
 * text that is not a number finds nothing. Numbers that earlier versions accepted are found by their digits.
 */
export function readNumber({ number }: Query, country: string): string | null {
  if (number === undefined || number === '') return null
  const text = typeof number === 'string' ? number : ''
  const digits = parseTypedPhone(text, country) ?? typedDigits(text)
  return /^\d{1,15}$/.test(digits) ? digits : nothing
}
