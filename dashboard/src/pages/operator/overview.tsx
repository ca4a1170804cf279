import { Skeleton, Stack } from '@mantine/core'
import type { OperatorOverview } from '../../../../src/contract/console/overview.ts'
import { useAsk } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { timeZone } from '../../parts/formats.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Accounts } from './overview/accounts.tsx'
import { Attention } from './overview/attention.tsx'
import { Carriers } from './overview/carriers.tsx'
import { InstallationChecklist } from './overview/checklist.tsx'
import { Providers } from './overview/providers.tsx'
import { Queues } from './overview/queues.tsx'
import { Today } from './overview/today.tsx'

/** The state of the whole installation: problems first, then carriers, queues, providers and accounts. */
export function OperatorOverviewPage() {
  const { data, error, refetch } = useAsk('GET /overview', { query: { timeZone } }, { everySeconds: 5 })
  return (
    <>
      <PageHead title={t.overview.title} about={t.overview.about} />
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        <InstallationChecklist />
        {data === undefined && error === null && <Waiting />}
        {data && <Sections overview={data} />}
      </Stack>
    </>
  )
}

function Sections({ overview }: { readonly overview: OperatorOverview }) {
  const { accounts, carriers, providers, queues } = overview
  return (
    <>
      <Attention overview={overview} />
      <Today overview={overview} />
      <Carriers carriers={carriers} />
      <Queues queues={queues} carriers={carriers} at={overview.at} />
      <Providers providers={providers} />
      <Accounts accounts={accounts} />
    </>
  )
}

function Waiting() {
  return (
    <Stack gap="md" role="status" aria-label={t.shared.loading}>
      <Skeleton height={96} />
      <Skeleton height={112} />
      <Skeleton height={320} />
    </Stack>
  )
}
