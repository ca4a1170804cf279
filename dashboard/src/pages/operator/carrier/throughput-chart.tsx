import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { t } from '../../../operator-text.ts'
import { BarChart } from '../../../parts/bar-chart.tsx'
import { showMinute } from './minutes.ts'

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
