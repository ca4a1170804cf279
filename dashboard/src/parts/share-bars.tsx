import { Box, Center, Group, Stack, Text } from '@mantine/core'
import type { ReportFigures } from '../../../src/contract/account/reports.ts'
import { showCount } from './formats.ts'
import { messageSeries } from './message-chart.tsx'
import { Note } from './text.tsx'

interface ShareBarsProps {
  /** For screen readers. The page shows the numbers in a table too. */
  readonly label: string
  readonly bars: readonly (Pick<ReportFigures, 'messages' | 'delivered' | 'failed' | 'pending'> & {
    readonly key: string
    readonly name: string
  })[]
  /** Shown without bars. */
  readonly empty: string
}

/** Groups of messages as horizontal bars, the largest in full width. */
export function ShareBars({ label, bars, empty }: ShareBarsProps) {
  const top = Math.max(1, ...bars.map(({ messages }) => messages))
  if (bars.length === 0)
    return (
      <Center h={160}>
        <Text c="dimmed" ta="center">
          {empty}
        </Text>
      </Center>
    )
  return (
    <Stack gap="sm" role="img" aria-label={label}>
      {bars.map(({ key, name, messages, ...counts }) => (
        <div key={key}>
          <Group justify="space-between" gap="sm" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
            <Note className="number">{showCount(messages)}</Note>
          </Group>
          <Group gap={0} h={10} bg="var(--mantine-color-default-hover)" style={{ borderRadius: 5, overflow: 'hidden' }}>
            {messageSeries.map(({ name: series, colour, field }) => (
              <Box
                key={series}
                h="100%"
                w={`${(counts[field] / top) * 100}%`}
                miw={counts[field] > 0 ? 2 : 0}
                bg={colour}
              />
            ))}
          </Group>
        </div>
      ))}
      <Group gap="md" justify="center">
        {messageSeries
          .filter(({ field }) => bars.some((bar) => bar[field] > 0))
          .map(({ name, colour }) => (
            <Group key={name} gap={6}>
              <Box w={12} h={12} bg={colour} style={{ borderRadius: 3 }} />
              <Text size="sm">{name}</Text>
            </Group>
          ))}
      </Group>
    </Stack>
  )
}
