import { Stack } from '@mantine/core'
import { reportGroups, systemReportGroups } from '../../../../src/values/reports.ts'
import { consoleAddress } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { timeZone } from '../../parts/formats.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { CarrierQuality } from './carrier-quality.tsx'
import { ReportFilters } from './filters.tsx'
import { QueueAges } from './queue-ages.tsx'
import { type ReportChoice, reportChoiceOf } from './report-choice.ts'
import { ReportView } from './report-view.tsx'

const everySeconds = 60

/** Reports on the messages of an account. */
export function ReportsPage() {
  const account = useThisAccount()
  const [filters] = useFilters()
  const choice = reportChoiceOf(filters, reportGroups)
  const request = { path: { account: account.id }, query: queryOf(choice) }
  const { data, error, refetch } = useAsk('GET /v2/reports', request, { everySeconds, keep: true })
  return (
    <>
      <PageHead title={t.pages.reports} about={fill(t.reports.about, { timeZone })} />
      <Stack gap="md">
        <ReportFilters
          choice={choice}
          groups={reportGroups}
          download={consoleAddress('GET /v2/reports.csv', request)}
        />
        <ReportView choice={choice} report={data} error={error} retry={() => void refetch()} />
      </Stack>
    </>
  )
}

/** Reports on the messages of all accounts, with the queues and the quality of carriers. */
export function SystemReportsPage() {
  const [filters] = useFilters()
  const choice = reportChoiceOf(filters, systemReportGroups)
  const query = { ...queryOf(choice), account: filters.account }
  const { data, error, refetch } = useAsk('GET /reports', { query }, { everySeconds, keep: true })
  return (
    <>
      <PageHead title={t.pages.reports} about={fill(t.reports.aboutSystem, { timeZone })} />
      <Stack gap="md">
        <ReportFilters
          choice={choice}
          groups={systemReportGroups}
          download={consoleAddress('GET /reports.csv', { query })}
          hasAccounts
        />
        <ReportView choice={choice} report={data} error={error} retry={() => void refetch()} />
        <CarrierQuality choice={choice} account={filters.account} />
        <QueueAges choice={choice} />
      </Stack>
    </>
  )
}

const queryOf = ({ by, from, to, filters }: ReportChoice) => ({ by, from, to, timeZone, ...filters })
