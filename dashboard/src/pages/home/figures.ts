import type { Day } from '../../../../src/contract/console/overview.ts'

/** Of those whose end is known; null while none is. */
export function rateOf({ delivered, failed }: Pick<Day, 'delivered' | 'failed'>): string | null {
  const ended = delivered + failed
  if (ended === 0) return null
  const percent = (delivered / ended) * 100
  // Nearly all is not all, and nearly none is not none.
  const shown = percent === 100 || percent === 0 ? String(percent) : Math.min(99.9, Math.max(0.1, percent)).toFixed(1)
  return `${shown} %`
}

export function sumOf(days: readonly Day[]): Omit<Day, 'day'> {
  const sum = (name: 'sent' | 'delivered' | 'failed') => days.reduce((total, day) => total + day[name], 0)
  return { sent: sum('sent'), delivered: sum('delivered'), failed: sum('failed') }
}

const dates = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' })

export const showDay = (day: string) => dates.format(new Date(`${day}T00:00:00Z`))
