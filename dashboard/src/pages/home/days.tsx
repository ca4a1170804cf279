import { Button, Center, ScrollArea, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Day } from '../../../../src/contract/console/overview.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { Section } from '../../parts/section.tsx'
import { showCount } from '../../parts/text.tsx'
import { rateOf, showDay, sumOf } from './figures.ts'

const series = [
  { name: 'Delivered', colour: 'light-dark(var(--mantine-color-ngoma-6), var(--mantine-color-ngoma-4))' },
  { name: 'Failed', colour: 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-5))' },
]

/** The last 30 days: drawn, and as a table for who would rather read, or can't see. */
export function Days({ days }: { readonly days: readonly Day[] }) {
  const [isTable, { toggle }] = useDisclosure(false)
  const { sent, delivered, failed } = sumOf(days)
  const rate = rateOf({ delivered, failed })
  const summary = `${showCount(sent)} sent, ${showCount(delivered)} delivered${rate === null ? '' : ` (${rate})`}, ${showCount(failed)} failed`
  return (
    <Section
      title="The last 30 days"
      about={summary}
      action={
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isTable}>
          {isTable ? 'Hide the table' : 'Show as a table'}
        </Button>
      }
    >
      {delivered + failed === 0 ? (
        <Center h={160}>
          <Text c="dimmed" ta="center">
            What is delivered, and what fails, is drawn here day by day.
          </Text>
        </Center>
      ) : (
        <BarChart
          height={320}
          label={`Delivered and failed messages of each of the last 30 days: ${summary}. The table has all of it.`}
          series={series}
          bars={days.map(({ day, delivered, failed }) => ({ label: showDay(day), values: [delivered, failed] }))}
        />
      )}
      {isTable && <DaysTable days={days} />}
    </Section>
  )
}

function DaysTable({ days }: { readonly days: readonly Day[] }) {
  return (
    <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': 'Messages by day' }}>
      <Table stickyHeader verticalSpacing={6} aria-label="Messages by day">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Day (GMT)</Table.Th>
            <Table.Th ta="right">Sent</Table.Th>
            <Table.Th ta="right">Delivered</Table.Th>
            <Table.Th ta="right">Failed</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ day, sent, delivered, failed }) => (
            <Table.Tr key={day}>
              <Table.Td>{showDay(day)}</Table.Td>
              {[sent, delivered, failed].map((count, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: three that never change places
                <Table.Td key={place} ta="right" className="number">
                  {showCount(count)}
                </Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  )
}
