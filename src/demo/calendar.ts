import type { Chance } from './chance.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
/** East Africa Time is three hours ahead of GMT, all year. */
const zoneMs = 3 * hourMs

/** An hour in which something happens. */
export interface Moment {
  readonly at: Date
  /** In Dar es Salaam. */
  readonly hour: number
  /** From Sunday on. */
  readonly weekday: number
  /** 0 on the last day. */
  readonly daysLeft: number
  readonly isFirstOfDay: boolean
  /** How many messages the shop writes about orders. */
  readonly orders: number
}

const opensAt = 7
/** The hours of an ordinary day in which something is sent, and how many messages. */
const rhythm: readonly (readonly [hour: number, messages: number])[] = [
  [8, 8],
  [10, 20],
  [12, 15],
  [14, 16],
  [16, 22],
  [19, 19],
]
/** From Sunday on. */
const week = [0.2, 0.95, 0.9, 1, 1.05, 1.25, 1.4]
/** How much more there is to do at the end than at the beginning. */
const growth = 0.35

/** When the first day began, in GMT: a shop that is open by then. */
export const startOf = (end: Date, days: number) =>
  new Date(Math.floor(end.getTime() / dayMs) * dayMs - days * dayMs + opensAt * hourMs - zoneMs)

/** All hours from then on until a little before the end. */
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

/** As schedules have it: `yyyy-mm-dd hh:mm`, GMT, so many days from a time, at an hour of Dar es Salaam. */
export function scheduleAt(from: Date, days: number, hour: number): string {
  const time = new Date((localDay(from) + days) * dayMs - zoneMs + hour * hourMs)
  return time.toISOString().slice(0, 16).replace('T', ' ')
}
