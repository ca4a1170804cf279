/** The clock for due times and validity. In tests and in the sandbox it can be moved forward. */
export interface Clock {
  now(): Date
  /** Calls the listener after every jump, so that sleeping code can check again. */
  onMove(listener: () => void): void
}

const MINUTE_MS = 60_000

const STRICT = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d)$/
const WITH_SECONDS = /^(\d{4})-(\d\d)-(\d\d) (\d\d):(\d\d):(\d\d)$/
/** The zone is required: without one ISO 8601 means local time, which is ambiguous. */
const ISO_WITH_ZONE = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)$/

/** Parses `yyyy-mm-dd hh:mm` as GMT+0. Returns null for invalid dates such as 30 February. */
export const parseScheduleTime = (text: string): Date | null => timeOf(STRICT.exec(text))

/** Also accepts seconds, and ISO 8601 with a zone. */
export const parseLooseTime = (text: string): Date | null =>
  timeOf(STRICT.exec(text) ?? WITH_SECONDS.exec(text) ?? ISO_WITH_ZONE.exec(text))

function timeOf(match: RegExpExecArray | null): Date | null {
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1, 7)
    .map((digits = '0') => Number(digits))
  const [fraction = '', sign = '+', zoneHour = '0', zoneMinute = '0'] = match.slice(7)
  if (hour > 23 || minute > 59 || second > 59 || Number(zoneHour) > 23 || Number(zoneMinute) > 59) return null

  // Date.UTC maps the years 0 to 99 to 1900 to 1999, and both it and Date.parse roll 30 February over to March.
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  if (date.getUTCMonth() !== month - 1 || date.getUTCDate() !== day) return null

  const millisecond = Number(fraction.slice(0, 3).padEnd(3, '0'))
  const offset = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1)
  date.setUTCHours(hour, minute - offset, second, millisecond)
  return date
}

/** Schedule times have minute precision, so they are compared with the start of the current minute. */
export function startOfMinute(date: Date): Date {
  return new Date(Math.floor(date.getTime() / MINUTE_MS) * MINUTE_MS)
}

/**
 * Parses `yyyy-mm-dd` as the start of that day in GMT. Returns null for invalid dates and for the year 0, which
 * PostgreSQL rejects.
 */
export const parseDay = (text: string): Date | null =>
  text.startsWith('0000') ? null : parseScheduleTime(`${text} 00:00`)

const TYPED = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d+))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?$/

/** Parses a day or a time as a person types it on the command line. Without a zone it is in GMT. */
export const parseTypedTime = (text: string): Date | null => parseDay(text) ?? timeOf(TYPED.exec(text))

/** The day of a time, in GMT, as `yyyy-mm-dd`. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 10)

/** Describes the format of parseIsoTime in hints. */
export const timeWanted = 'a day such as 2030-01-31, or ISO 8601 with a zone such as 2030-01-31T08:00:00Z'

/** Parses ISO 8601: a day, or a time with a zone. */
export const parseIsoTime = (text: string): Date | null => parseDay(text) ?? timeOf(ISO_WITH_ZONE.exec(text))
