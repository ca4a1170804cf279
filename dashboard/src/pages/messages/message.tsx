import { Alert, Anchor, Grid, Paper, Skeleton, Stack, Text } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import type { Message } from '../../../../src/contract/console/messages.ts'
import { useAsk } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { Amount, Status, showCount, When } from '../../parts/text.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { Facts } from './facts.tsx'
import { Journey } from './journey.tsx'

/** One message: what it is, what happened to it, and why it failed if it did. */
export function MessagePage() {
  const account = useThisAccount()
  const { message: id } = useParams({ strict: false }) as { message: string }
  // No hint tells of calls about it.
  const {
    data: message,
    error,
    refetch,
  } = useAsk(
    'GET /accounts/:account/messages/:message',
    { path: { account: account.id, message: id } },
    { everySeconds: 15 },
  )
  return (
    <>
      <Anchor component={Link} to={`${account.path}/messages`} size="sm">
        All messages
      </Anchor>
      <PageHead title={message === undefined ? 'Message' : `Message to ${message.phone}`} />
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {message === undefined && error === null && (
          <Skeleton height={320} role="status" aria-label="The message: loading" />
        )}
        {message && <End message={message} />}
        {message && (
          <Grid gap="md">
            <Grid.Col span={{ base: 12, md: 7 }}>
              <About message={message} account={account} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 5 }}>
              <Journey entries={message.timeline} />
            </Grid.Col>
          </Grid>
        )}
      </Stack>
    </>
  )
}

/** Why it did not arrive, before anything else. */
function End({ message: { stage, explanation } }: { readonly message: Message }) {
  if (stage !== 'undelivered' && stage !== 'cancelled') return null
  return (
    <Alert
      color={stage === 'cancelled' ? 'gray' : 'red'}
      variant="light"
      icon={<Icon name={stage === 'cancelled' ? 'stop' : 'warning'} />}
      title={stage === 'cancelled' ? 'It was cancelled' : 'It was not delivered'}
      role="status"
    >
      {explanation ?? 'The carrier does not say why.'}
    </Alert>
  )
}

function About({ message, account: { id, path } }: { readonly message: Message; readonly account: Account }) {
  const { data: account } = useAsk('GET /accounts/:account', { path: { account: id } })
  const {
    phone,
    sender,
    text,
    stage,
    reason,
    retryAt,
    segments,
    price,
    createdAt,
    dueAt,
    validUntil,
    campaign,
    requestId,
    recipientId,
    carrier,
  } = message
  const list = (search: Readonly<Record<string, string>>, words: string) => (
    <Anchor component={Link} to={`${path}/messages`} search={search as never}>
      {words}
    </Anchor>
  )
  return (
    <Section title="The message">
      <Paper bg="var(--mantine-color-default-hover)" p="md">
        <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</Text>
      </Paper>
      <Facts
        facts={[
          ['Status', <Status key="status" value={stage} />],
          ...(stage === 'queued' && reason === 'throttled'
            ? [['Throttled until', <When key="throttled" at={retryAt} />] as const]
            : []),
          ['To', list({ phone }, phone)],
          ['From', sender],
          ['Length', segments === 1 ? '1 segment' : `${showCount(segments)} segments`],
          ['Price', <Amount key="price" value={price} currency={account?.currency} />],
          ['Accepted', <When key="accepted" at={createdAt} />],
          ...(dueAt > createdAt ? [['To be sent', <When key="due" at={dueAt} />] as const] : []),
          ['Tried until', <When key="valid" at={validUntil} />],
          ...(campaign === null ? [] : [['Campaign', list({ campaign }, campaign)] as const]),
          ['Request', list({ request: String(requestId) }, String(requestId))],
          ['Your reference', recipientId],
          ['Carrier', carrier],
        ]}
      />
    </Section>
  )
}
