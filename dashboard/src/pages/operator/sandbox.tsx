import { Grid, Text } from '@mantine/core'
import { useAsk } from '../../data.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useAbout } from '../../session.tsx'
import { SandboxChaos } from './sandbox-chaos.tsx'
import { SandboxClock } from './sandbox-clock.tsx'

/** The clock and the chaos of the simulated network. Somebody else may turn them too, on the command line for one. */
export function SandboxPage() {
  const { staging } = useAbout()
  const asked = useAsk('GET /simulator', {}, { everySeconds: 10, enabled: staging })
  return (
    <>
      <PageHead
        title="Sandbox"
        about="The simulated network is yours to turn: let time pass, and let things go wrong, for everybody on this server."
      />
      {!staging && (
        <Text>This server is in production: it has no simulated network, and its clock is the real one.</Text>
      )}
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
