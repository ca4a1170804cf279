import { Button, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Day } from '../../../../src/contract/account/overview.ts'
import { deliveryRate } from '../../../../src/values/reports.ts'
import { showDay } from '../../parts/days.ts'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { showPercent, timeZone } from '../../parts/formats.ts'
import { MessageChart } from '../../parts/message-chart.tsx'
import { Section } from '../../parts/section.tsx'
import { PageLink } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { sumOf } from './figures.ts'

/** The last 30 days as a chart, and as a table for screen readers and exact numbers. */
export function Days({ account, days }: { readonly account: Account; readonly days: readonly Day[] }) {
  const [isTable, { toggle }] = useDisclosure(false)
  const counts = sumOf(days)
  const rate = deliveryRate(counts)
  const summary =
    rate === null
      ? fill(t.home.summary, counts)
      : fill(t.home.summaryRate, { ...counts, rate: showPercent(rate / 100) })
  return (
    <Section
      title={t.home.days}
      about={`${summary} (${timeZone})`}
      action={
        <Group gap="sm">
          <PageLink to={`${account.path}/reports`}>{t.home.reports}</PageLink>
          <Button size="xs" variant="default" onClick={toggle} aria-expanded={isTable}>
            {isTable ? t.reports.hideTable : t.reports.showTable}
          </Button>
        </Group>
      }
    >
      <MessageChart
        label={fill(t.home.chart, { summary })}
        empty={t.home.daysEmpty}
        height={320}
        bars={days.map((day) => ({ ...day, label: showDay(day.day) }))}
      />
      {isTable && (
        <FiguresTable
          label={t.reports.byDay}
          head={t.reports.groups.day}
          currency={null}
          rows={days.toReversed().map(({ day, ...figures }) => ({ key: day, name: showDay(day), ...figures }))}
        />
      )}
    </Section>
  )
}
