import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { t } from '../../../operator-text.ts'
import { BarChart } from '../../../parts/bar-chart.tsx'
import { fill, locale } from '../../../text.ts'

const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'short' })
export const showMinute = (at: string) => clock.format(new Date(at))

export const outcomes = ['taken', 'refused', 'errors'] as const

const sumOf = (minutes: readonly CarrierMinute[], name: (typeof outcomes)[number]) =>
  minutes.reduce((sum, minute) => sum + minute[name], 0)

export function describeMinutes(minutes: readonly CarrierMinute[]): string {
  const [taken, refused, errors] = [sumOf(minutes, 'taken'), sumOf(minutes, 'refused'), sumOf(minutes, 'errors')]
  if (taken + refused + errors === 0) return t.carriers.noTraffic
  const busiest = minutes.reduce((most, minute) => (minute.taken > most.taken ? minute : most))
  const traffic = fill(t.carriers.traffic, { taken, refused, errors })
  if (busiest.taken === 0) return traffic
  return `${traffic} ${fill(t.carriers.busiest, { time: showMinute(busiest.at), count: busiest.taken })}`
}

const series = [
  { field: 'taken', name: t.carriers.outcomes.taken, colour: 'var(--mantine-color-ngoma-6)' },
  { field: 'refused', name: t.carriers.outcomes.refused, colour: 'var(--mantine-color-yellow-6)' },
  { field: 'errors', name: t.carriers.outcomes.errors, colour: 'var(--mantine-color-red-6)' },
] as const

/** Submitted messages by minute and outcome. Screen readers get the sentence and a table. */
export function ThroughputChart({
  minutes,
  label,
  height,
}: {
  readonly minutes: readonly CarrierMinute[]
  readonly label: string
  readonly height: number
}) {
  return (
    <BarChart
      height={height}
      label={label}
      series={series}
      bars={minutes.map((minute) => ({
        label: showMinute(minute.at),
        values: series.map(({ field }) => minute[field]),
      }))}
    />
  )
}
