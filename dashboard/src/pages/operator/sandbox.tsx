import { Grid, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useAbout } from '../../session.tsx'
import { SandboxChaos } from './sandbox-chaos.tsx'
import { SandboxClock } from './sandbox-clock.tsx'

/** The clock and the faults of the simulated network. The command line can change them too. */
export function SandboxPage() {
  const { staging } = useAbout()
  const asked = useAsk('GET /simulator', {}, { everySeconds: 10, enabled: staging })
  return (
    <>
      <PageHead title={t.sandbox.title} about={t.sandbox.about} />
      {!staging && <Text>{t.sandbox.production}</Text>}
      <Problem error={asked.error} onRetry={() => void asked.refetch()} />
      {asked.data && (
        <Grid gap="lg">
          <Grid.Col span={{ base: 12, lg: 5 }}>
            <SandboxClock simulator={asked.data} readAt={asked.dataUpdatedAt} />
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 7 }}>
            <SandboxChaos chaos={asked.data.chaos} />
          </Grid.Col>
        </Grid>
      )}
    </>
  )
}
