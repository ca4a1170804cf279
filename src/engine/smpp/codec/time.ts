/** An absolute SMPP time in GMT: YYMMDDhhmmss, tenths of a second, and the offset from GMT in quarters of an hour. */
export const formatTime = (time: Date): string => `${time.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}000+`

const form = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d)(\d\d)([+\-R])$/
const quarterMs = 900_000
const quartersMax = 48

/**
 * Parses an absolute time, or one relative to `now`, which counts years, months, days, hours, minutes and seconds. Null
 * for any other text, and for a date that does not exist.
 */
export function parseTime(text: string, now: Date): Date | null {
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0, tenth = 0, quarters = 0] =
    form.exec(text)?.slice(1, 9).map(Number) ?? []
  const sign = form.exec(text)?.[9]
  if (sign === undefined || hour > 23 || minute > 59 || second > 59) return null
  if (sign === 'R') {
    const time = new Date(now)
    time.setUTCFullYear(now.getUTCFullYear() + year, now.getUTCMonth() + month, now.getUTCDate() + day)
    time.setUTCHours(now.getUTCHours() + hour, now.getUTCMinutes() + minute, now.getUTCSeconds() + second)
    return time
  }
  const time = new Date(Date.UTC(2000 + year, month - 1, day, hour, minute, second, 100 * tenth))
  if (quarters > quartersMax || time.getUTCMonth() !== month - 1 || time.getUTCDate() !== day) return null
  return new Date(time.getTime() + (sign === '+' ? -1 : 1) * quarters * quarterMs)
}
