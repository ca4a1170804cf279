import { Anchor, Box, Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { SystemReport } from '../../../../src/contract/console/reports.ts'
import { showDay, showHour } from '../../parts/days.ts'
import { type Figure, Figures } from '../../parts/figures.tsx'
import { FiguresTable } from '../../parts/figures-table.tsx'
import { showAmount, showCount, showPercent } from '../../parts/formats.ts'
import { MessageChart } from '../../parts/message-chart.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { ShareBars } from '../../parts/share-bars.tsx'
import { fill, language, t } from '../../text.ts'
import { isFilterName, nameOf, type ReportChoice } from './report-choice.ts'

interface ReportViewProps {
  readonly choice: ReportChoice
  readonly report: SystemReport | undefined
  readonly error: Error | null
  readonly retry: () => void
}

/** The figures of a report, a chart, and a table beside it. */
export function ReportView({ choice, report, error, retry }: ReportViewProps) {
  return (
    <>
      <Problem error={error} onRetry={retry} />
      {report === undefined && error === null && <Waiting />}
      {report !== undefined && error === null && <Shown choice={choice} report={report} />}
    </>
  )
}

type Row = SystemReport['rows'][number]

/** Groups in the chart; the table has all. */
const chartedMax = 12

function Shown({ choice, report }: { readonly choice: ReportChoice; readonly report: SystemReport }) {
  const { by, rows, total, currency, hasMore } = report
  const isTime = by === 'day' || by === 'hour'
  const shownCurrency = currency === '' ? null : currency
  const isOfFailed = by === 'reason' || choice.filters.reason !== undefined
  const title = fill(t.reports.title, { group: t.reports.groups[by].toLocaleLowerCase(language) })
  return (
    <>
      <Total total={total} currency={shownCurrency} isOfFailed={isOfFailed} />
      <Section title={title} about={hasMore ? t.reports.hasMore : undefined}>
        {isTime ? (
          <MessageChart
            label={fill(t.reports.chart, { title })}
            empty={t.reports.empty}
            bars={rows.map((row) => ({ ...row, label: timeName(by, row) }))}
          />
        ) : (
          <ShareBars
            label={fill(t.reports.chart, { title })}
            empty={t.reports.empty}
            bars={rows.slice(0, chartedMax).map((row) => ({ ...row, name: nameOf(by, row) }))}
          />
        )}
        {total.messages > 0 && (
          <FiguresTable
            label={title}
            head={t.reports.groups[by]}
            currency={shownCurrency}
            total={total}
            isOfFailed={isOfFailed}
            rows={(isTime ? rows.toReversed() : rows).map((row) => ({
              ...row,
              name: isTime ? timeName(by, row) : <Drill choice={choice} row={row} by={by} />,
            }))}
          />
        )}
      </Section>
    </>
  )
}

const timeName = (by: 'day' | 'hour', { key }: Row) => (by === 'day' ? showDay(key) : showHour(key))

/** Opens the days of a group. */
function Drill({
  choice,
  by,
  row,
}: {
  readonly choice: ReportChoice
  readonly by: SystemReport['by']
  readonly row: Row
}) {
  const name = nameOf(by, row)
  const filter = by === 'account' ? 'account' : isFilterName(by) ? by : null
  if (filter === null || row.key === '') return name
  const { from, to } = choice
  const search = (now: Record<string, unknown>) => ({ ...now, from, to, by: 'day', [filter]: row.key })
  return (
    <Anchor component={Link} to="." search={search as never} inherit>
      {name}
    </Anchor>
  )
}

interface TotalProps {
  readonly total: SystemReport['total']
  readonly currency: string | null
  readonly isOfFailed: boolean
}

function Total({ total, currency, isOfFailed }: TotalProps) {
  const { messages, delivered, failed, pending, deliveryRate, spent } = total
  const failures: Figure = [t.reports.failed, showCount(failed)]
  const cost: Figure[] = currency === null || spent === null ? [] : [[t.reports.spent, showAmount(spent, currency)]]
  const figures: readonly Figure[] = isOfFailed
    ? [failures, ...cost]
    : [
        [t.reports.messages, showCount(messages)],
        [t.reports.delivered, showCount(delivered)],
        failures,
        [t.reports.pending, showCount(pending)],
        [t.reports.rate, deliveryRate === null ? '–' : showPercent(deliveryRate / 100)],
        ...cost,
      ]
  return <Figures label={t.reports.total} figures={figures} columns={Math.max(3, figures.length)} />
}

function Waiting() {
  return (
    <Box role="status" aria-label={t.reports.loading}>
      <Skeleton height={84} mb="md" />
      <Skeleton height={360} />
    </Box>
  )
}
