/** Local times in a time zone. */

/** By names in lower case, because names ignore case: there are only as many as time zones. */
const formats = new Map<string, Intl.DateTimeFormat>()

/** Offsets such as `+03:00` are not names. */
const namePattern = /^[A-Za-z][\w+/-]*$/

/** Null for an unknown time zone. */
function formatOf(zone: string): Intl.DateTimeFormat | null {
  if (!namePattern.test(zone)) return null
  const name = zone.toLowerCase()
  const known = formats.get(name)
  if (known !== undefined) return known
  try {
    const format = new Intl.DateTimeFormat('en-GB', {
      timeZone: name,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
      hourCycle: 'h23',
    })
    formats.set(name, format)
    return format
  } catch {
    return null
  }
}

export const isTimeZone = (zone: string): boolean => formatOf(zone) !== null

/** Reads a local time such as `2026-12-24T09:00`, as the milliseconds of the same time in UTC. Null if it is invalid. */
export function parseLocalTime(text: string): number | null {
  const match = /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::(\d\d))?$/.exec(text)
  if (match === null) return null
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1).map((one) => Number(one ?? 0))
  if (hour > 23 || minute > 59 || second > 59) return null
  const time = new Date(Date.UTC(year, month - 1, day, hour, minute, second))
  return time.getUTCMonth() === month - 1 && time.getUTCDate() === day ? time.getTime() : null
}

const dayMs = 86_400_000

/**
 * The moment of a local time in a zone: the first one, if the time occurs twice. A time that a clock change skips is
 * moved forward by the change.
 */
export function momentOf(localMs: number, zone: string): Date {
  const moments = [localMs - dayMs, localMs + dayMs].map((nearMs) => localMs - offsetMs(zone, nearMs))
  const exact = moments.filter((atMs) => atMs + offsetMs(zone, atMs) === localMs)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...moments))
}

/** The local day of a moment, as yyyy-mm-dd. */
export const localDay = (at: Date, zone: string): string => localTime(at, zone).slice(0, 10)

/** The local time of a moment, such as `2026-12-24 09:00`. */
export const localTime = (at: Date, zone: string): string =>
  new Date(at.getTime() + offsetMs(zone, at.getTime())).toISOString().slice(0, 16).replace('T', ' ')

/** How far the local time is ahead of UTC. */
function offsetMs(zone: string, atMs: number): number {
  const parts = formatOf(zone)?.formatToParts(new Date(atMs)) ?? []
  const of = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const local = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'), of('second'))
  return local - Math.floor(atMs / 1_000) * 1_000
}
