import { isSoundText } from '../../values/json.ts'
import { parseIsoTime, parseLooseTime } from '../../values/time.ts'

const yearMin = 1990

/** The time of a consent or an opt-out. Null for an invalid time. */
export function parsePastTime(text: string, now: Date): Date | null {
  const time = parseIsoTime(text) ?? parseLooseTime(text)
  return time === null || time > now || time.getUTCFullYear() < yearMin ? null : time
}

export const pastTimeWanted =
  'a time in the past: a date such as 2030-01-31, a time in GMT such as 2030-01-31 08:00, or a time with a zone such as 2030-01-31T08:00Z'

/** Why a text can't be stored; null when it can. */
export function faultOfText(text: string, lengthMax: number): string | null {
  if (text.includes('\uFFFD')) return 'has characters that are not UTF-8'
  if (!isSoundText(text)) return 'contains invalid characters'
  return text.length > lengthMax ? `is longer than ${lengthMax.toLocaleString('en')} characters` : null
}
