import { Center, Text } from '@mantine/core'
import type { ReportFigures } from '../../../src/contract/account/reports.ts'
import { t } from '../text.ts'
import { BarChart } from './bar-chart.tsx'

export const messageSeries = [
  {
    field: 'delivered',
    name: t.reports.delivered,
    colour: 'light-dark(var(--mantine-color-ngoma-6), var(--mantine-color-ngoma-4))',
  },
  {
    field: 'failed',
    name: t.reports.failed,
    colour: 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-5))',
  },
  {
    field: 'pending',
    name: t.reports.pending,
    colour: 'light-dark(var(--mantine-color-gray-5), var(--mantine-color-gray-6))',
  },
] as const

interface MessageChartProps {
  readonly label: string
  readonly bars: readonly (Pick<ReportFigures, 'delivered' | 'failed' | 'pending'> & { readonly label: string })[]
  /** Shown without messages. */
  readonly empty: string
  readonly height?: number
}

/** Delivered, failed and pending messages over time. */
export function MessageChart({ label, bars, empty, height = 280 }: MessageChartProps) {
  if (bars.every(({ delivered, failed, pending }) => delivered + failed + pending === 0))
    return (
      <Center h={160}>
        <Text c="dimmed" ta="center">
          {empty}
        </Text>
      </Center>
    )
  return (
    <BarChart
      height={height}
      label={label}
      series={messageSeries}
      bars={bars.map(({ label: name, delivered, failed, pending }) => ({
        label: name,
        values: [delivered, failed, pending],
      }))}
    />
  )
}
