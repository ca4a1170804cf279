import '@mantine/charts/styles.css'
import { BarChart } from '@mantine/charts'
import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { showCount } from '../../../parts/text.tsx'
import { showMinute } from './minutes.ts'

/**
 * In a file of its own, because what draws charts is as large as all the rest. Whoever can't see it has the sentence
 * above it and a table.
 */
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
        data={minutes.map(({ at, taken, refused, errors }) => ({
          at: showMinute(at),
          Taken: taken,
          Refused: refused,
          Errors: errors,
        }))}
        dataKey="at"
        type="stacked"
        series={[
          { name: 'Taken', color: 'ngoma.6' },
          { name: 'Refused', color: 'yellow.6' },
          { name: 'Errors', color: 'red.6' },
        ]}
        valueFormatter={showCount}
        withLegend
        legendProps={{ verticalAlign: 'bottom', height: 36 }}
        tickLine="none"
        gridAxis="x"
        xAxisProps={{ interval: 'preserveStartEnd', minTickGap: 32 }}
        yAxisProps={{ allowDecimals: false, width: 56 }}
        // An image is not a thing to step through by keyboard.
        barChartProps={{ accessibilityLayer: false }}
        barProps={{ isAnimationActive: false }}
      />
    </div>
  )
}
