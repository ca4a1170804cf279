import { Alert, Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Carrier } from '../../../../../src/contract/console/routing.ts'
import { useAsk } from '../../../data.ts'
import { Fact, Section } from '../../../parts/section.tsx'
import { CodeLine, When } from '../../../parts/text.tsx'
import { useAbout } from '../../../session.tsx'
import { BindsList } from './binds.tsx'
import { Binds, HealthWords, useQueues, waitingFor } from './state.tsx'
import { Throughput } from './throughput.tsx'

/** How a carrier is at this moment; it keeps itself up to date. */
export function Now({ carrier }: { readonly carrier: Carrier }) {
  const queues = useQueues()
  const { name, kind, connections, health, failoverSeconds, changedAt, receiptUrl, secrets, secretsUnreadable } =
    carrier
  return (
    <Stack gap="md">
      <NoRoute carrier={name} />
      <Section title="At a glance">
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} m={0}>
          <Fact name="Kind">{kind.toUpperCase()}</Fact>
          {connections.length > 0 && (
            <Fact name="Binds up">
              <Binds carrier={carrier} />
            </Fact>
          )}
          <Fact name="Messages waiting">{waitingFor(queues.data?.data, name) ?? '…'}</Fact>
          <Fact name="Failover">after {failoverSeconds} s away</Fact>
          <Fact name="Secrets kept">{secretsUnreadable ? 'unreadable' : secrets.join(', ') || 'none'}</Fact>
          <Fact name="Changed">
            <When at={changedAt} />
          </Fact>
        </SimpleGrid>
      </Section>
      {connections.length > 0 && (
        <Section
          title="Binds"
          about="Its connections over SMPP. Each is held by one of the processes that send."
          isBare
        >
          <BindsList connections={connections} />
        </Section>
      )}
      <Throughput carrier={name} />
      <Section
        title="Health"
        about="What comes back is looked at every few seconds. A carrier that does badly is taken out of the choice, and later tried with a few messages."
      >
        <Text>
          <HealthWords health={health} />
        </Text>
      </Section>
      {receiptUrl !== null && <ReceiptAddress url={receiptUrl} />}
    </Stack>
  )
}

/** Where the provider says what became of messages. */
function ReceiptAddress({ url }: { readonly url: string }) {
  const { publicUrl } = useAbout()
  return (
    <Section
      title="Where receipts go"
      about="Give this address to the provider: it pushes there what became of each message. Its last part is a secret."
    >
      <CodeLine label="Address for receipts" value={publicUrl === null ? `${window.location.origin}${url}` : url} />
      {publicUrl === null && (
        <Text size="sm" c="dimmed">
          Nobody has said how this server is reached from outside (NGOMA_PUBLIC_URL), so this begins with how you reach
          it.
        </Text>
      )}
    </Section>
  )
}

const routesLooked = 100

/** Only said when it is certain: where there are more routes than are looked at, one of the others may lead there. */
function NoRoute({ carrier }: { readonly carrier: string }) {
  const { data } = useAsk('GET /routes', { query: { limit: routesLooked } })
  if (
    data === undefined ||
    data.pagination.totalItems > routesLooked ||
    data.data.some((route) => route.carrier === carrier)
  )
    return null
  return (
    <Alert color="yellow" variant="light" title="No route leads here yet">
      It gets no messages until one does.{' '}
      <Anchor component={Link} to="/operator/routes" search={{ add: carrier } as never} inherit underline="always">
        Add a route to {carrier}
      </Anchor>
    </Alert>
  )
}
