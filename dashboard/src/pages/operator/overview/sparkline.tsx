import type { CarrierMinute } from '../../../../../src/contract/console/routing.ts'
import { describeMinutes } from '../provider/throughput-chart.tsx'

const barWidth = 4
const height = 32

/** Accepted messages by minute, with temporary errors above them in red. The facts beside it have the numbers. */
export function Sparkline({ minutes }: { readonly minutes: readonly CarrierMinute[] }) {
  const top = Math.max(1, ...minutes.map(({ taken, errors }) => taken + errors))
  // Every count above zero is visible.
  const heightOf = (count: number) => (count === 0 ? 0 : Math.max(1.5, (count / top) * height))
  return (
    <svg
      role="img"
      aria-label={describeMinutes(minutes)}
      viewBox={`0 0 ${minutes.length * barWidth} ${height}`}
      preserveAspectRatio="none"
      width="100%"
      height={height}
      style={{ display: 'block', borderBottom: '1px solid var(--mantine-color-default-border)' }}
    >
      {minutes.map(({ at, taken, errors }, place) => {
        const [x, low, high] = [place * barWidth, heightOf(taken), heightOf(errors)]
        return (
          <g key={at}>
            <rect x={x} width={barWidth - 1} y={height - low} height={low} fill="var(--mantine-color-ngoma-6)" />
            <rect x={x} width={barWidth - 1} y={height - low - high} height={high} fill="var(--mantine-color-red-6)" />
          </g>
        )
      })}
    </svg>
  )
}
