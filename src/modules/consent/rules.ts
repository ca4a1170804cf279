import { isSoundText } from '../../values/json.ts'
import { parseTypedPrefix } from '../../values/local-number.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import { parseIsoTime, parseLooseTime } from '../../values/time.ts'

const yearMin = 1990

/** The time of a consent or an opt-out. Null for an invalid time. */
export function parsePastTime(text: string, now: Date): Date | null {
  const time = parseIsoTime(text) ?? parseLooseTime(text)
  return time === null || time > now || time.getUTCFullYear() < yearMin ? null : time
}

export const pastTimeWanted =
  'a time in the past: a date such as 2030-01-31, a time in GMT such as 2030-01-31 08:00, or a time with a zone such as 2030-01-31T08:00Z'

/** The time in a cell, or the reason why it is invalid. */
export const readTimeCell = (text: string, now: Date): Date | string =>
  parsePastTime(text, now) ?? `must be ${pastTimeWanted}`

/** Why a text can't be stored; null when it can. */
export function faultOfText(text: string, lengthMax: number): string | null {
  if (text.includes('\uFFFD')) return 'has characters that are not UTF-8'
  if (!isSoundText(text)) return 'contains invalid characters'
  return text.length > lengthMax ? `is longer than ${lengthMax.toLocaleString('en')} characters` : null
}

/** The first digits of a number, as typed in the country. */
export function readPrefix({ q = '' }: Query, country: string | null): string {
  const digits = typeof q === 'string' ? parseTypedPrefix(q, country) : null
  if (digits === null) throw invalidParameter('q', 'the first digits of a number, at most 15')
  return digits
}
