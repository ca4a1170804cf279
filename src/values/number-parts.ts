import { cleanTyped, parseTypedPhone, parseTypedPrefix } from './local-number.ts'

/** The first or the last digits of phone numbers. */
export interface NumberPart {
  readonly at: 'start' | 'end'
  readonly digits: string
}

/** Fewer digits are in too many numbers. */
const digitsMin = 4

/**
 * Reads a search for numbers: the typed digits as the first and as the last digits. Null for a text that is not a number;
 * empty if there are too few digits.
 */
export function numberPartsOf(text: string, country: string): NumberPart[] | null {
  const typed = cleanTyped(text)
  if (typed === null) return null
  const digits = typed.replace('+', '')
  if (digits.length < digitsMin) return []
  const start = parseTypedPrefix(typed, country)
  const first: NumberPart[] = start === null || start.length < digitsMin ? [] : [{ at: 'start', digits: start }]
  // A complete number, or one with its country code, is not the end of another.
  const isEnd = typed === digits && parseTypedPhone(typed, country) === null
  return isEnd ? [...first, { at: 'end', digits }] : first
}
