import type { OperatorOverview } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { Figures } from '../../../parts/figures.tsx'
import { showAmount, showCount, showPercent } from '../../../parts/formats.ts'
import { fill } from '../../../text.ts'
import { showDuration } from '../simulator.ts'

/** The figures of today, each with that of the last 24 hours. */
export function Today({ overview: { figures, waiting } }: { readonly overview: OperatorOverview }) {
  const { today, lastDay, currency } = figures
  const rate = (value: number | null) => (value === null ? '–' : showPercent(value / 100))
  const spent = (value: string) => (currency === '' ? showAmount(value) : showAmount(value, currency))
  const within = (value: string) => fill(t.overview.inDay, { value })
  const queued = waiting.more ? fill(t.queues.approximate, { count: waiting.messages }) : showCount(waiting.messages)
  const oldest =
    waiting.oldestSeconds === null
      ? t.overview.queueEmpty
      : fill(t.overview.oldest, { time: showDuration(waiting.oldestSeconds) })
  return (
    <Figures
      label={t.overview.figures}
      columns={6}
      figures={[
        [t.overview.messages, showCount(today.messages), within(showCount(lastDay.messages))],
        [t.overview.rate, rate(today.deliveryRate), within(rate(lastDay.deliveryRate))],
        [t.overview.failed, showCount(today.failed), within(showCount(lastDay.failed))],
        [t.overview.pending, showCount(today.pending), within(showCount(lastDay.pending))],
        [t.overview.spent, spent(today.spent), within(spent(lastDay.spent))],
        [t.overview.queued, queued, oldest],
      ]}
    />
  )
}
