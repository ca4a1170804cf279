import { Skeleton, Stack, Text } from '@mantine/core'
import { ask } from '../../api.ts'
import { useAsk } from '../../data.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { rich, t } from '../../text.ts'
import { LimitsForm } from './limits-form.tsx'
import { Removals, Runs } from './removals.tsx'

/** How long an account keeps its data. */
export function RetentionPage() {
  const account = useThisAccount()
  const path = { account: account.id }
  const mayChange = mayAs(account, 'owner')
  const { data, error, refetch } = useAsk('GET /accounts/:account/retention', { path })
  return (
    <>
      <PageHead title={t.retention.title} about={mayChange ? t.retention.about : t.retention.aboutReadOnly} />
      <Stack gap="lg" maw={860}>
        <Problem error={error} onRetry={() => void refetch()} />
        {data === undefined && error === null && <Skeleton height={420} />}
        {data && (
          <>
            <Section title={t.retention.limits} about={t.retention.limitsAbout}>
              <LimitsForm
                key={JSON.stringify(data.classes)}
                classes={data.classes}
                mayChange={mayChange}
                withMax={false}
                preview={({ limits }) => ask('POST /accounts/:account/retention/preview', { path, body: limits })}
                save={({ limits }) => ask('PUT /accounts/:account/retention', { path, body: limits })}
                refreshes={`${account.path}/retention`}
              />
            </Section>
            <Section title={t.retention.removals} about={<LastRun at={data.lastRunAt} />} isBare>
              <Removals rows={data.rows} label={t.retention.removals} />
            </Section>
          </>
        )}
      </Stack>
    </>
  )
}

/** How long the installation keeps data, and what the job did. */
export function InstallationRetentionPage() {
  const { data, error, refetch } = useAsk('GET /retention', {}, { everySeconds: 15 })
  return (
    <>
      <PageHead title={t.retention.title} about={t.retention.aboutInstallation} />
      <Stack gap="lg" maw={860}>
        <Problem error={error} onRetry={() => void refetch()} />
        {data === undefined && error === null && <Skeleton height={420} />}
        {data && (
          <>
            <Section title={t.retention.limits} about={t.retention.limitsAbout}>
              <LimitsForm
                key={JSON.stringify(data.classes)}
                classes={data.classes}
                mayChange
                withMax
                preview={({ limits, max }) => ask('POST /retention/preview', { body: { default: limits, max } })}
                save={({ limits, max }) => ask('PUT /retention', { body: { default: limits, max } })}
                refreshes="/retention"
              />
            </Section>
            <Section title={t.retention.removals} about={t.retention.removalsAll} isBare>
              <Removals rows={data.rows} label={t.retention.removals} />
            </Section>
            <Section title={t.retention.lastRun} about={<LastRun at={data.lastRunAt} />} isBare>
              <Runs runs={data.runs} />
            </Section>
          </>
        )}
      </Stack>
    </>
  )
}

function LastRun({ at }: { readonly at: string | null }) {
  return (
    <Text inherit>{at === null ? t.retention.neverRan : rich(t.retention.lastRunAt, { at: <When at={at} /> })}</Text>
  )
}
