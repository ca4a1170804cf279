import { Paper, SimpleGrid, Text } from '@mantine/core'
import type { OperatorOverview } from '../../../../../src/contract/console/overview.ts'
import { t } from '../../../operator-text.ts'
import { showAmount, showCount, showPercent } from '../../../parts/formats.ts'
import { fill } from '../../../text.ts'
import { showDuration } from '../simulator.ts'

/** The figures of today, each with that of the last 24 hours. */
export function Figures({ overview: { figures, waiting } }: { readonly overview: OperatorOverview }) {
  const { today, lastDay, currency } = figures
  const rate = (value: number | null) => (value === null ? '–' : showPercent(value / 100))
  const spent = (value: string) => (currency === '' ? showAmount(value) : showAmount(value, currency))
  const within = (value: string) => fill(t.overview.inDay, { value })
  return (
    <SimpleGrid cols={{ base: 2, sm: 3, xl: 6 }} spacing="md" component="section" aria-label={t.overview.figures}>
      <Figure name={t.overview.messages} value={showCount(today.messages)} note={within(showCount(lastDay.messages))} />
      <Figure name={t.overview.rate} value={rate(today.deliveryRate)} note={within(rate(lastDay.deliveryRate))} />
      <Figure name={t.overview.failed} value={showCount(today.failed)} note={within(showCount(lastDay.failed))} />
      <Figure name={t.overview.pending} value={showCount(today.pending)} note={within(showCount(lastDay.pending))} />
      <Figure name={t.overview.spent} value={spent(today.spent)} note={within(spent(lastDay.spent))} />
      <Figure
        name={t.overview.queued}
        value={waiting.more ? fill(t.queues.approximate, { count: waiting.messages }) : showCount(waiting.messages)}
        note={
          waiting.oldestSeconds === null
            ? t.overview.queueEmpty
            : fill(t.overview.oldest, { time: showDuration(waiting.oldestSeconds) })
        }
      />
    </SimpleGrid>
  )
}

function Figure({ name, value, note }: { readonly name: string; readonly value: string; readonly note: string }) {
  return (
    <Paper withBorder p="md" role="group" aria-label={name} style={{ overflowWrap: 'anywhere' }}>
      <Text size="sm" c="dimmed">
        {name}
      </Text>
      <Text fz={24} fw={650} lh={1.3} className="number">
        {value}
      </Text>
      <Text size="sm" c="dimmed">
        {note}
      </Text>
    </Paper>
  )
}
