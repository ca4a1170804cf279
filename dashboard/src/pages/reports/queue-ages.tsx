import { Table, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { BarChart } from '../../parts/bar-chart.tsx'
import { dayOf, showDay, showHour } from '../../parts/days.ts'
import { ScrollTable } from '../../parts/figures-table.tsx'
import { timeZone } from '../../parts/formats.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { fill, t } from '../../text.ts'
import { daysBetween, daysFrom, hourlyDaysMax, type ReportChoice } from './report-choice.ts'

const shownMax = 100

/** With one decimal. */
const minutesOf = (seconds: number) => Math.round(seconds / 6) / 10

/** The longest waits for each carrier. */
export function QueueAges({ choice: { from, to, filters } }: { readonly choice: ReportChoice }) {
  const isShort = daysBetween(from, to) < hourlyDaysMax
  const query = { from, to, timeZone, carrier: filters.carrier }
  const { data, error, refetch } = useAsk('GET /reports/queues', { query }, { enabled: isShort, keep: true })
  const hours = data?.hours ?? []
  const byDay = Map.groupBy(hours, ({ hour }) => dayOf(hour))
  const bars = (isShort ? daysFrom(from, to) : []).map((day) => ({
    label: showDay(day),
    values: [minutesOf(Math.max(0, ...(byDay.get(day) ?? []).map(({ ageSeconds }) => ageSeconds)))],
  }))
  return (
    <Section
      title={t.reports.queues}
      about={isShort ? t.reports.queuesAbout : fill(t.reports.queuesTooLong, { days: hourlyDaysMax })}
    >
      <Problem error={error} onRetry={() => void refetch()} />
      {isShort && data !== undefined && hours.length === 0 && <Text c="dimmed">{t.reports.queuesEmpty}</Text>}
      {hours.length > 0 && (
        <>
          <BarChart
            label={fill(t.reports.chart, { title: t.reports.queues })}
            height={160}
            series={[{ name: t.reports.longestWait, colour: 'var(--mantine-color-ngoma-5)' }]}
            bars={bars}
          />
          <ScrollTable label={t.reports.queues} minWidth={320} maxHeight={300}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t.reports.groups.hour}</Table.Th>
                <Table.Th>{t.reports.groups.carrier}</Table.Th>
                <Table.Th ta="end">{t.reports.longestWait}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {hours
                .toReversed()
                .slice(0, shownMax)
                .map(({ hour, carrier, ageSeconds }) => (
                  <Table.Tr key={`${hour} ${carrier}`}>
                    <Table.Td>{showHour(hour)}</Table.Td>
                    <Table.Td>{carrier}</Table.Td>
                    <Table.Td ta="end" className="number">
                      {fill(t.reports.minutes, { minutes: minutesOf(ageSeconds) })}
                    </Table.Td>
                  </Table.Tr>
                ))}
            </Table.Tbody>
          </ScrollTable>
        </>
      )}
    </Section>
  )
}
