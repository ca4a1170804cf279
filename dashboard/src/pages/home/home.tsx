import { Button, Grid, Skeleton, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useAsk } from '../../data.ts'
import { timeZone } from '../../parts/formats.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Attention } from './attention.tsx'
import { AccountChecklist } from './checklist.tsx'
import { Credit } from './credit.tsx'
import { Days } from './days.tsx'
import { Today } from './today.tsx'

export function HomePage() {
  const account = useThisAccount()
  const { data, error, refetch } = useAsk(
    'GET /v2/overview',
    { path: { account: account.id }, query: { timeZone } },
    { everySeconds: 60 },
  )
  return (
    <>
      <PageHead title={t.pages.home} about={fill(t.home.about, { account: account.name })}>
        {mayAs(account, 'member') && (
          <Button component={Link} to={`${account.path}/send`} leftSection={<Icon name="send" />}>
            {t.home.send}
          </Button>
        )}
      </PageHead>
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        <AccountChecklist key={account.id} account={account} />
        {data ? <Today account={account} today={data.today} /> : error === null && <Waiting />}
        <Grid gap="md">
          <Grid.Col span={{ base: 12, lg: 8 }} order={{ base: 2, lg: 1 }}>
            {data && <Days account={account} days={data.days} />}
          </Grid.Col>
          <Grid.Col span={{ base: 12, lg: 4 }} order={{ base: 1, lg: 2 }}>
            <Stack gap="md">
              {data && <Attention account={account} entries={data.attention} />}
              <Credit account={account} />
            </Stack>
          </Grid.Col>
        </Grid>
      </Stack>
    </>
  )
}

function Waiting() {
  return (
    <Stack gap="md" role="status" aria-label={t.home.loading}>
      <Skeleton height={112} />
      <Skeleton height={320} />
    </Stack>
  )
}
