import type { Day } from '../../../../src/contract/account/overview.ts'
import { locale } from '../../text.ts'

/** The share of delivered messages among the completed ones, from 0 to 1; null when none is completed. */
export function rateOf({ delivered, failed }: Pick<Day, 'delivered' | 'failed'>): number | null {
  const completed = delivered + failed
  if (completed === 0) return null
  const rate = delivered / completed
  // Rounding must not turn 99.99% into 100%, or 0.01% into 0%.
  return rate === 1 || rate === 0 ? rate : Math.min(0.999, Math.max(0.001, rate))
}

export function sumOf(days: readonly Day[]): Omit<Day, 'day'> {
  const sum = (name: 'sent' | 'delivered' | 'failed') => days.reduce((total, day) => total + day[name], 0)
  return { sent: sum('sent'), delivered: sum('delivered'), failed: sum('failed') }
}

const dates = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const showDay = (day: string) => dates.format(new Date(`${day}T00:00:00Z`))
