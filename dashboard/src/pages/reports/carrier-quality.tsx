import { Table, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { showDay } from '../../parts/days.ts'
import { ScrollTable } from '../../parts/figures-table.tsx'
import { showPercent, timeZone } from '../../parts/formats.ts'
import { Section } from '../../parts/section.tsx'
import { fill, t } from '../../text.ts'
import type { ReportChoice } from './report-choice.ts'

/** The delivery rate of each carrier by day. */
export function CarrierQuality({
  choice,
  account,
}: {
  readonly choice: ReportChoice
  readonly account: string | undefined
}) {
  const { from, to, filters } = choice
  const query = { ...filters, account, from, to, timeZone }
  const { data } = useAsk('GET /reports/carriers', { query }, { keep: true })
  // Days that were counted before the upgrade have no carrier.
  const carriers = (data?.carriers ?? []).filter(({ carrier }) => carrier !== '')
  if (carriers.length === 0) return null
  const days = carriers[0]?.days.map(({ day }) => day).toReversed() ?? []
  return (
    <Section title={t.reports.quality} about={t.reports.qualityAbout}>
      <ScrollTable label={t.reports.quality} minWidth={420} maxHeight={420}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t.reports.groups.day}</Table.Th>
            {carriers.map(({ carrier }) => (
              <Table.Th key={carrier} ta="end">
                {carrier}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map((day) => (
            <Table.Tr key={day}>
              <Table.Th scope="row" fw={400}>
                {showDay(day)}
              </Table.Th>
              {carriers.map(({ carrier, days: own }) => {
                const figures = own.find((one) => one.day === day)
                return (
                  <Table.Td key={carrier} ta="end" className="number">
                    <Quality rate={figures?.deliveryRate ?? null} seconds={figures?.deliverySeconds ?? null} />
                  </Table.Td>
                )
              })}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </ScrollTable>
    </Section>
  )
}

/** Lower rates need a look. */
const goodRate = 80

function Quality({ rate, seconds }: { readonly rate: number | null; readonly seconds: number | null }) {
  if (rate === null) return <Text c="dimmed">–</Text>
  const isLow = rate < goodRate
  return (
    <Text
      size="sm"
      component="span"
      {...(isLow ? { fw: 650, c: 'light-dark(var(--mantine-color-red-9), var(--mantine-color-red-4))' } : {})}
    >
      {showPercent(rate / 100)}
      {seconds !== null && (
        <Text size="xs" c="dimmed" component="span" fw={400}>
          {' '}
          {fill(t.reports.seconds, { seconds })}
        </Text>
      )}
    </Text>
  )
}
