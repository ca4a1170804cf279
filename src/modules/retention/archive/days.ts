import { dayOf, parseDay } from '../../../values/time.ts'
import type { Day } from './model.ts'

const dayMs = 86_400_000

/** The day that a time is on. */
export function dayAt(time: Date): Day {
  const fromMs = Math.floor(time.getTime() / dayMs) * dayMs
  return { name: dayOf(time), from: new Date(fromMs), to: new Date(fromMs + dayMs) }
}

/** Null for a name that is not a day. */
export function parseDayName(name: string): Day | null {
  const from = /^\d{4}-\d\d-\d\d$/.test(name) ? parseDay(name) : null
  return from === null ? null : dayAt(from)
}
