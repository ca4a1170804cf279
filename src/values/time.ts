/**
 * The time that due dates and validity are measured with. In tests and in the sandbox it can be moved, forward only.
 */
export interface Clock {
  now(): Date
  /** Calls the listener after every jump, so that whoever sleeps until a time can look again. */
  onMove(listener: () => void): void
}

const MINUTE_MS = 60_000

const STRICT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/
const WITH_SECONDS = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/
/** The zone is not optional: without one ISO 8601 means local time, and nobody knows whose. */
const ISO_WITH_ZONE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/

/** Reads `yyyy-mm-dd hh:mm` as GMT+0. A day that no calendar has is null, not the next one. */
export const parseScheduleTime = (text: string): Date | null => timeOf(STRICT.exec(text))

/** The same with seconds as well, and ISO 8601 with a zone. */
export const parseLooseTime = (text: string): Date | null =>
  timeOf(STRICT.exec(text) ?? WITH_SECONDS.exec(text) ?? ISO_WITH_ZONE.exec(text))

function timeOf(match: RegExpExecArray | null): Date | null {
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits = '0') => Number(digits))
  const [fraction = '', sign = '+', zoneHour = '0', zoneMinute = '0'] = match.slice(7)
  if (hour > 23 || minute > 59 || second > 59 || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return null

  // Date.UTC would take the years 0 to 99 for 1900 to 1999, and both it and Date.parse roll 30 February over into
  // March.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null

  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1)
  date.setUTCHours(hour, minute - offset, second, millisecond)
  return date
}

/** A schedule names a minute, so the current minute is still now; it is compared with the start of it. */
export function startOfMinute(date: Date): Date {
  return new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS)
}

/**
 * Reads `yyyy-mm-dd` as the beginning of that day, GMT; null for a day that no calendar has. There was no year 0, and
 * no database takes it for one.
 */
export const parseDay = (text: string): Date | null =>
  text.startsWith('0000') ? null : parseScheduleTime(`${text} 00:00`)

/** The day of a time, in GMT, as `yyyy-mm-dd`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** What is read below, for whoever wrote something else. */
export const timeWanted = 'a day such as 2030-01-31, or ISO 8601 with a zone such as 2030-01-31T08:00:00Z'

/** Reads ISO 8601: a day, or a time with a zone. */
export const parseIsoTime = (text: string): Date | null => parseDay(text) ?? timeOf(ISO_WITH_ZONE.exec(text))
