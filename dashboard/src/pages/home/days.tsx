import { Button, Center, ScrollArea, Table, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Day } from '../../../../src/contract/account/overview.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { showCount, showPercent } from '../../parts/formats.ts'
import { Section } from '../../parts/section.tsx'
import { fill, t } from '../../text.ts'
import { rateOf, showDay, sumOf } from './figures.ts'

const series = [
  { name: t.home.delivered, colour: 'light-dark(var(--mantine-color-ngoma-6), var(--mantine-color-ngoma-4))' },
  { name: t.home.failed, colour: 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-5))' },
]

/** The last 30 days as a chart, and as a table for screen readers and exact numbers. */
export function Days({ days }: { readonly days: readonly Day[] }) {
  const [isTable, { toggle }] = useDisclosure(false)
  const { sent, delivered, failed } = sumOf(days)
  const rate = rateOf({ delivered, failed })
  const summary =
    rate === null
      ? fill(t.home.summary, { sent, delivered, failed })
      : fill(t.home.summaryRate, { sent, delivered, failed, rate: showPercent(rate) })
  return (
    <Section
      title={t.home.days}
      about={summary}
      action={
        <Button size="xs" variant="default" onClick={toggle} aria-expanded={isTable}>
          {isTable ? t.home.hideTable : t.home.showTable}
        </Button>
      }
    >
      {delivered + failed === 0 ? (
        <Center h={160}>
          <Text c="dimmed" ta="center">
            {t.home.daysEmpty}
          </Text>
        </Center>
      ) : (
        <BarChart
          height={320}
          label={fill(t.home.chart, { summary })}
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
    <ScrollArea.Autosize mah={360} viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': t.home.byDay }}>
      <Table stickyHeader verticalSpacing={6} aria-label={t.home.byDay}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.home.day}</Table.Th>
            <Table.Th ta="end">{t.home.sent}</Table.Th>
            <Table.Th ta="end">{t.home.delivered}</Table.Th>
            <Table.Th ta="end">{t.home.failed}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.toReversed().map(({ day, sent, delivered, failed }) => (
            <Table.Tr key={day}>
              <Table.Td>{showDay(day)}</Table.Td>
              {[sent, delivered, failed].map((count, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the three columns never change places
                <Table.Td key={place} ta="end" className="number">
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
