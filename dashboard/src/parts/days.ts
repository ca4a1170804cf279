import { locale } from '../text.ts'

/** Local days, as yyyy-mm-dd. */

const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

/** Such as 18 Nov. */
export const showDay = (day: string) => dates.format(new Date(`${day}T00:00:00Z`))

const hours = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

/** The local hour of an ISO time, such as 18 Nov, 14:00. */
export const showHour = (at: string) => hours.format(new Date(at))

/** The local day of an ISO time. */
export function dayOf(at: string): string {
  const time = new Date(at)
  return new Date(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate())).toISOString().slice(0, 10)
}

/** The user’s day, some days from today. */
export function dayFromToday(days: number): string {
  const now = new Date()
  return dayOf(new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, 12).toISOString())
}

const dayMs = 86_400_000

/** The day some days before another. A text that is not a day stays unchanged, so that the server can explain it. */
export function dayBefore(day: string, days: number): string {
  const at = Date.parse(`${day}T00:00Z`)
  return Number.isNaN(at) ? day : new Date(at - days * dayMs).toISOString().slice(0, 10)
}

/** Converts two local days, both included, to the start (inclusive) and end (exclusive) that the server takes. */
export function readPeriod(
  from: string | undefined,
  to: string | undefined,
): { readonly from?: string; readonly to?: string } {
  const [begin, end] = [midnightOf(from, 0), midnightOf(to, 1)]
  return { from: begin ?? undefined, to: end ?? undefined }
}

/** Uses the calendar, because a day may have 23 or 25 hours. */
function midnightOf(day: string | undefined, daysLater: number): string | null {
  const [year, month, date] =
    /^(\d{4})-(\d\d)-(\d\d)$/
      .exec(day ?? '')
      ?.slice(1)
      .map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined || year < 1000) return null
  return new Date(year, month - 1, date + daysLater).toISOString()
}
