import { isSoundText } from './json.ts'
import { parseTypedPhone } from './local-number.ts'
import { invalidParameter, type Query } from './page.ts'
import { typedDigits } from './phone.ts'
import { parseIsoTime, timeWanted } from './time.ts'

/** Readers for query filters. They return null when the filter is missing or empty. */

const isLeftOut = (value: unknown): value is undefined | '' => value === undefined || value === ''

export function readOneOf<T extends string>(query: Query, name: string, known: readonly T[]): T | null {
  const value = query[name]
  if (isLeftOut(value)) return null
  const found = known.find((one) => one === value)
  if (found === undefined) throw invalidParameter(name, `one of ${known.join(', ')}`)
  return found
}

export function readTime(query: Query, name: string): Date | null {
  const value = query[name]
  if (isLeftOut(value)) return null
  const time = typeof value === 'string' ? parseIsoTime(value) : null
  if (time === null) throw invalidParameter(name, timeWanted)
  return time
}

export function readText(query: Query, name: string, lengthMax: number): string | null {
  const value = query[name]
  if (isLeftOut(value)) return null
  if (typeof value !== 'string' || value.length > lengthMax || !isSoundText(value))
    throw invalidParameter(name, `a string of at most ${lengthMax} characters`)
  return value
}

/** A number that no phone has. */
const nothing = '0'

/**
 * Reads the filter `number` of a list: a complete number in any form, local ones of this country. Null without it. A text
 * that is not a complete number finds nothing; without a country it is refused, because it may be a local number.
 * Stored numbers whose length is no longer valid are found by their digits.
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
