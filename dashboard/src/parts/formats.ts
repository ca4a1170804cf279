import { locale } from '../text.ts'
import { capitalised } from './hint.ts'

/** Converts between `datetime-local` fields, which are in local time, and the ISO times of the server. */

export const toLocal = (at: Date): string =>
  Number.isNaN(at.getTime()) ? '' : new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Undefined for an empty field and for a year that is still being typed. */
export function toIso(local: string): string | undefined {
  const at = new Date(local)
  return Number.isNaN(at.getTime()) || at.getFullYear() < 1000 ? undefined : at.toISOString()
}

/** Numbers, amounts, times and country names in the locale of the user. */

const counts = new Intl.NumberFormat(locale)
export const showCount = (count: number): string => counts.format(count)

const percents = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 })
/** A share between 0 and 1. */
export const showPercent = (share: number): string => percents.format(share)

const wholeAmounts = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
const amounts = new Intl.NumberFormat(locale, { minimumFractionDigits: 2, maximumFractionDigits: 20 })

/** A decimal string, with cents only when there are any. Formatted as text: a float would round large amounts. */
export function showAmount(amount: string, currency?: string): string {
  if (!/^-?\d+(\.\d+)?$/.test(amount)) return amount
  const format = /\.0*[1-9]/.test(amount) ? amounts : wholeAmounts
  const text = format.format(amount as Intl.StringNumericLiteral)
  return currency === undefined ? text : `${text} ${currency}`
}

const times = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const exactTimes = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })
export const showTime = (at: Date): string => times.format(at)
export const showExactTime = (at: Date): string => exactTimes.format(at)

const hours = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
const days = new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })
const shortDays = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short' })
const oldDays = new Intl.DateTimeFormat(locale, { dateStyle: 'short' })
const relativeDays = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })

const dayMs = 86_400_000

/** Whole days from the day of a time to today, in the user’s time zone. */
const daysAgo = (at: Date): number =>
  Math.round((new Date().setHours(0, 0, 0, 0) - new Date(at).setHours(0, 0, 0, 0)) / dayMs)

export const showHour = (at: Date): string => hours.format(at)

/** The day: today and yesterday in words. */
export function showDay(at: Date): string {
  const ago = daysAgo(at)
  return ago === 0 || ago === 1 ? capitalised(relativeDays.format(-ago, 'day')) : days.format(at)
}

/** In as few characters as possible: the hour today, the day of the last months, or the date. */
export function showBriefTime(at: Date): string {
  const ago = daysAgo(at)
  return (ago <= 0 ? hours : ago < 180 ? shortDays : oldDays).format(at)
}

/** The user’s time zone, such as `Africa/Nairobi`. */
export const { timeZone } = Intl.DateTimeFormat().resolvedOptions()

const regions = new Intl.DisplayNames(locale, { type: 'region' })
export const countryName = (code: string): string => regions.of(code) ?? code
