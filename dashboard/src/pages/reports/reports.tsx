import { Stack } from '@mantine/core'
import { reportGroups, systemReportGroups } from '../../../../src/values/report-groups.ts'
import { consoleAddress } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { timeZone } from '../../parts/formats.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { CarrierQuality } from './carrier-quality.tsx'
import { ReportFilters } from './filters.tsx'
import { type Question, questionOf } from './question.ts'
import { QueueAges } from './queue-ages.tsx'
import { ReportView } from './report-view.tsx'

const everySeconds = 60

/** Reports on the messages of an account. */
export function ReportsPage() {
  const account = useThisAccount()
  const [filters] = useFilters()
  const question = questionOf(filters, reportGroups)
  const request = { path: { account: account.id }, query: queryOf(question) }
  const { data, error, refetch } = useAsk('GET /v2/reports', request, { everySeconds, keep: true })
  return (
    <>
      <PageHead title={t.pages.reports} about={fill(t.reports.about, { timeZone })} />
      <Stack gap="md">
        <ReportFilters
          question={question}
          groups={reportGroups}
          download={consoleAddress('GET /v2/reports.csv', request)}
        />
        <ReportView question={question} report={data} error={error} retry={() => void refetch()} />
      </Stack>
    </>
  )
}

/** Reports on the messages of all accounts, with the queues and the quality of carriers. */
export function SystemReportsPage() {
  const [filters] = useFilters()
  const question = questionOf(filters, systemReportGroups)
  const query = { ...queryOf(question), account: filters.account }
  const { data, error, refetch } = useAsk('GET /reports', { query }, { everySeconds, keep: true })
  return (
    <>
      <PageHead title={t.pages.reports} about={fill(t.reports.aboutSystem, { timeZone })} />
      <Stack gap="md">
        <ReportFilters
          question={question}
          groups={systemReportGroups}
          download={consoleAddress('GET /reports.csv', { query })}
          hasAccounts
        />
        <ReportView question={question} report={data} error={error} retry={() => void refetch()} />
        <CarrierQuality question={question} account={filters.account} />
        <QueueAges question={question} />
      </Stack>
    </>
  )
}

const queryOf = ({ by, from, to, filters }: Question) => ({ by, from, to, timeZone, ...filters })
