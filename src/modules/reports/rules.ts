import type { ReportFigures } from '../../contract/account/reports.ts'
import { formatMoney, getMoney, money, NOTHING } from '../../values/money.ts'
import { invalidParameter, type Query } from '../../values/page.ts'
import { deliveryRate } from '../../values/reports.ts'
import { parseDay } from '../../values/time.ts'
import { isTimeZone, localDay, momentOf } from '../../values/zoned-time.ts'
import type { GroupSums, Hours, Range, Sums } from './model.ts'

const dayMs = 86_400_000
const hourMs = 3_600_000
const daysByDefault = 30
/** Hours are kept for this long; older ones are merged into days. */
export const hoursKeptDays = 100
export const daysMax = 366
/** A report by hour has at most this many days. */
export const hourlyDaysMax = 31

/** Reads `from`, `to` and `timeZone`. By default the last 30 days in UTC. */
export function readRange(query: Query, now: Date, most: number): Range {
  const timeZone = readTimeZone(query)
  const to = readDay(query, 'to') ?? localDay(now, timeZone)
  const from = readDay(query, 'from') ?? addDays(to, 1 - Math.min(daysByDefault, most))
  if (from > to) throw invalidParameter('from', 'not later than to')
  if (addDays(from, most - 1) < to) throw invalidParameter('from', `at most ${most} days before to in this report`)
  return { from, to, timeZone }
}

/** Hours of older days are merged. */
export function refuseMerged({ from }: Range, now: Date): void {
  const first = new Date(now.getTime() - (hoursKeptDays - 1) * dayMs).toISOString().slice(0, 10)
  if (from < first) throw invalidParameter('from', `not before ${first} in a report by hour`)
}

export function readTimeZone({ timeZone = '' }: Query): string {
  if (timeZone === '') return 'UTC'
  if (typeof timeZone !== 'string' || !isTimeZone(timeZone))
    throw invalidParameter('time_zone', 'the name of a time zone, such as Africa/Dar_es_Salaam')
  return timeZone
}

function readDay(query: Query, name: 'from' | 'to'): string | null {
  const text = query[name]
  if (text === undefined || text === '') return null
  if (typeof text !== 'string' || parseDay(text) === null) throw invalidParameter(name, 'a day, such as 2026-11-30')
  return text
}

export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00Z`) + days * dayMs).toISOString().slice(0, 10)

const listDays = ({ from, to }: Range): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** The hour with the local midnight of a day. In zones with half hours, the hour belongs to the day that begins in it. */
const startOf = (day: string, timeZone: string): Date =>
  new Date(Math.floor(momentOf(Date.parse(`${day}T00:00Z`), timeZone).getTime() / hourMs) * hourMs)

/** The hours of a range. */
export const hoursOf = ({ from, to, timeZone }: Range): Hours => ({
  from: startOf(from, timeZone),
  until: startOf(addDays(to, 1), timeZone),
})

/** Every day of the range, with the sums of its hours. */
export function sumDays(hours: readonly GroupSums[], range: Range): GroupSums[] {
  const sorted = hours.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  let next = 0
  return listDays(range).map((day) => {
    const end = startOf(addDays(day, 1), range.timeZone).toISOString()
    const first = next
    while (next < sorted.length && (sorted[next]?.key ?? end) < end) next += 1
    return { key: day, ...addUp(sorted.slice(first, next)) }
  })
}

/** Every hour of the range until now. */
export function fillHours(hours: readonly GroupSums[], range: Range, now: Date): GroupSums[] {
  const known = new Map(hours.map((one) => [one.key, one]))
  const { from, until } = hoursOf(range)
  const filled: GroupSums[] = []
  for (let at = from.getTime(); at < Math.min(until.getTime(), now.getTime()); at += hourMs) {
    const key = new Date(at).toISOString()
    filled.push(known.get(key) ?? { key, ...noMessages })
  }
  return filled
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0)

export const addUp = (all: readonly Sums[]): Sums => ({
  sent: sum(all.map(({ sent }) => sent)),
  unsent: sum(all.map(({ unsent }) => unsent)),
  delivered: sum(all.map(({ delivered }) => delivered)),
  failed: sum(all.map(({ failed }) => failed)),
  spent: formatMoney(all.reduce((total, { spent }) => money(total + getMoney(spent)), NOTHING)),
  deliverySeconds: sum(all.map(({ deliverySeconds }) => deliverySeconds)),
  timed: sum(all.map(({ timed }) => timed)),
})

export const noMessages = addUp([])

/** The figures as they are shown. */
export function figuresOf({ sent, unsent, delivered, failed, spent, deliverySeconds, timed }: Sums): ReportFigures {
  const ended = delivered + failed
  const messages = sent + unsent
  return {
    messages,
    sent,
    delivered,
    failed,
    pending: messages - ended,
    deliveryRate: deliveryRate({ delivered, failed }),
    deliverySeconds: timed === 0 ? null : Math.round((deliverySeconds / timed) * 10) / 10,
    spent: formatMoney(getMoney(spent)),
  }
}

/** The figures of every day of the range. */
export const daysOf = (hours: readonly GroupSums[], range: Range) =>
  sumDays(hours, range).map(({ key, ...sums }) => ({ day: key, ...figuresOf(sums) }))
