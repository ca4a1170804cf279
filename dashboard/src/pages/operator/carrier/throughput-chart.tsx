import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { showCount } from '../../../parts/text.tsx'
import { t } from '../../../text.ts'
import { showMinute } from './minutes.ts'

/** In its own file, so that the large chart library is loaded on demand. Screen readers get the sentence and a table. */
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
    <div role="img" aria-label={label}>
      <BarChart
        h={height}
        data={minutes.map((minute) => ({ ...minute, at: showMinute(minute.at) }))}
        dataKey="at"
        type="stacked"
        series={[
          { name: 'taken', label: t.carriers.outcomes.taken, color: 'ngoma.6' },
          { name: 'refused', label: t.carriers.outcomes.refused, color: 'yellow.6' },
          { name: 'errors', label: t.carriers.outcomes.errors, color: 'red.6' },
        ]}
        valueFormatter={showCount}
        withLegend
        legendProps={{ verticalAlign: 'bottom', height: 36 }}
        tickLine="none"
        gridAxis="x"
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
        yAxisProps={{ allowDecimals: false, width: 56 }}
        // The chart is an image: the keyboard must not step through its bars.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  )
}
