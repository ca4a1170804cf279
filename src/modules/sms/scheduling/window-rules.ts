import type { Phone } from '../../../values/phone.ts'
import { minuteOfDay, timeZoneOf } from '../../../values/time-zones.ts'
import type { Window } from '../model.ts'

const dayMinutes = 1_440
const minuteMs = 60_000

/** Reads `hh:mm`, from 00:00 to 23:59; null for anything else. */
export function parseTimeOfDay(text: string): number | null {
  const [, hours = '', minutes = ''] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) ?? []
  return hours === '' ? null : Number(hours) * 60 + Number(minutes)
}

export const formatTimeOfDay = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

function isOpen({ opensMinute, closesMinute }: Window, minute: number): boolean {
  return opensMinute < closesMinute
    ? minute >= opensMinute && minute < closesMinute
    : minute >= opensMinute || minute < closesMinute
}

/** When the window of a time zone opens next; null while it is open. */
export function findOpening(window: Window, zone: string, now: Date): Date | null {
  const minute = minuteOfDay(zone, now)
  if (isOpen(window, minute)) return null
  const startMs = Math.floor(now.getTime() / minuteMs) * minuteMs
  const opens = new Date(startMs + wrap(window.opensMinute - minute) * minuteMs)
  // Where the clocks are changed in between it opens earlier or later; where they skip its opening it opens after what
  // they skip.
  const aside = window.opensMinute - minuteOfDay(zone, opens)
  const corrected = new Date(opens.getTime() + (aside > dayMinutes / 2 ? aside - dayMinutes : aside) * minuteMs)
  return corrected > now && isOpen(window, minuteOfDay(zone, corrected)) ? corrected : opens
}

const wrap = (minutes: number) => (minutes + dayMinutes) % dayMinutes

/** Asks for one time zone once: a batch has hundreds of numbers in a few. */
export function createGate(window: Window | null): (phone: string, now: Date) => Date | null {
  if (window === null) return () => null
  const known = new Map<string, { readonly askedMinute: number; readonly opensAt: Date | null }>()
  return (phone, now) => {
    const zone = timeZoneOf(phone as Phone)
    const askedMinute = Math.floor(now.getTime() / minuteMs)
    const before = known.get(zone)
    if (before?.askedMinute === askedMinute) return before.opensAt
    const opensAt = findOpening(window, zone, now)
    known.set(zone, { askedMinute, opensAt })
    return opensAt
  }
}
