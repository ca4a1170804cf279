import { Table, Text } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { queryFor, useAsk } from '../../data.ts'
import { dayBefore, showDay } from '../../parts/days.ts'
import { showPercent, timeZone } from '../../parts/formats.ts'
import { Section } from '../../parts/section.tsx'
import { fill, t } from '../../text.ts'
import type { Question } from './question.ts'

/** Carriers with most messages. */
const carriersMax = 6
const daysMax = 31

/** The delivery rate of each carrier by day. */
export function CarrierQuality({
  question,
  account,
}: {
  readonly question: Question
  readonly account: string | undefined
}) {
  const { to, filters } = question
  const from = question.from < dayBefore(to, daysMax - 1) ? dayBefore(to, daysMax - 1) : question.from
  const query = { ...filters, account, from, to, timeZone }
  const { data } = useAsk('GET /reports', { query: { ...query, by: 'carrier' } }, { keep: true })
  // Days before an upgrade have no carriers, and an empty filter would be the sum of all.
  const known = data?.rows.flatMap(({ key }) => key || []) ?? []
  const carriers = known.slice(0, carriersMax)
  const reports = useQueries({
    queries: carriers.map((carrier) => queryFor('GET /reports', { query: { ...query, by: 'day', carrier } })),
  })
  if (carriers.length === 0) return null
  const days = reports[0]?.data?.rows.map(({ key }) => key).toReversed() ?? []
  return (
    <Section title={t.reports.quality} about={t.reports.qualityAbout}>
      <Table.ScrollContainer minWidth={420} maxHeight={420}>
        <Table stickyHeader verticalSpacing={4} aria-label={t.reports.quality}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.reports.groups.day}</Table.Th>
              {carriers.map((carrier) => (
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
                {carriers.map((carrier, place) => {
                  const figures = reports[place]?.data?.rows.find(({ key }) => key === day)
                  return (
                    <Table.Td key={carrier} ta="end" className="number">
                      <Quality rate={figures?.deliveryRate ?? null} seconds={figures?.deliverySeconds ?? null} />
                    </Table.Td>
                  )
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Section>
  )
}

/** Rates below these need a look. */
const [goodRate, fairRate] = [90, 70]

function Quality({ rate, seconds }: { readonly rate: number | null; readonly seconds: number | null }) {
  if (rate === null) return <Text c="dimmed">–</Text>
  const colour =
    rate >= goodRate
      ? undefined
      : rate >= fairRate
        ? 'var(--mantine-color-yellow-text)'
        : 'var(--mantine-color-red-text)'
  return (
    <Text
      size="sm"
      fw={colour === undefined ? 400 : 650}
      {...(colour === undefined ? {} : { c: colour })}
      component="span"
    >
      {showPercent(rate / 100)}
      {seconds !== null && (
        <Text size="xs" c="dimmed" component="span">
          {' '}
          {fill(t.reports.seconds, { seconds })}
        </Text>
      )}
    </Text>
  )
}
