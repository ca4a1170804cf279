import type { Chance } from './chance.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** East Africa Time is three hours ahead of GMT, all year. */
const zoneMs = 3 * hourMs

/** An hour with traffic. */
export interface Moment {
  readonly at: Date
  /** In Dar es Salaam. */
  readonly hour: number
  /** 0 is Sunday. */
  readonly weekday: number
  /** 0 on the last day. */
  readonly daysLeft: number
  readonly isFirstOfDay: boolean
  /** Number of messages about orders. */
  readonly orders: number
}

const opensAt = 7
/** Messages by hour of an average day. */
const rhythm: readonly (readonly [hour: number, messages: number])[] = [
  [8, 8],
  [10, 20],
  [12, 15],
  [14, 16],
  [16, 22],
  [19, 19],
]
/** Traffic by weekday, from Sunday, relative to an average day. */
const week = [0.2, 0.95, 0.9, 1, 1.05, 1.25, 1.4]
/** Growth of the traffic from the first day to the last. */
const growth = 0.35

/** The opening hour of the first day. */
export const startOf = (end: Date, days: number) =>
  new Date(Math.floor(end.getTime() / dayMs) * dayMs - days * dayMs + opensAt * hourMs - zoneMs)

/** The hours with traffic, until three minutes before the end. */
export function listMoments(start: Date, end: Date, chance: Chance): Moment[] {
  const moments: Moment[] = []
  const lastDay = localDay(end)
  const firstDay = localDay(start)
  for (let day = firstDay; day <= lastDay; day += 1) {
    const weekday = (day + 4) % 7
    const share = (week[weekday] ?? 1) * (1 + (growth * (day - firstDay)) / Math.max(1, lastDay - firstDay))
    for (const [hour, usual] of rhythm) {
      const at = new Date(day * dayMs - zoneMs + hour * hourMs + chance.whole(0, 3_540) * 1_000)
      const orders = Math.round(usual * share * (0.75 + chance.whole(0, 50) / 100))
      if (orders === 0 || at <= start || at.getTime() > end.getTime() - 180_000) continue
      const daysLeft = lastDay - day
      moments.push({ at, hour, weekday, daysLeft, isFirstOfDay: moments.at(-1)?.daysLeft !== daysLeft, orders })
    }
  }
  return moments
}

const localDay = (time: Date) => Math.floor((time.getTime() + zoneMs) / dayMs)

/** A time some days after a time, at an hour in Dar es Salaam. */
export function scheduleAt(from: Date, days: number, hour: number): string {
  const time = new Date((localDay(from) + days) * dayMs - zoneMs + hour * hourMs)
  return time.toISOString()
}
