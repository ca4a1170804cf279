import { Alert, Anchor, SimpleGrid, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Carrier } from '../../../../../src/contract/console/routing.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { Fact, Section } from '../../../parts/section.tsx'
import { When } from '../../../parts/text.tsx'
import { fill, rich } from '../../../text.ts'
import { describeCurrentHealth } from '../route/describe.ts'
import { BindsList } from './binds.tsx'
import { CallbackUrl } from './callback-url.tsx'
import { showBinds, useQueues, waitingFor } from './state.tsx'
import { Throughput } from './throughput.tsx'

/** The current state of a carrier, updated every few seconds. */
export function Now({ carrier }: { readonly carrier: Carrier }) {
  const queues = useQueues()
  const { name, kind, connections, failoverSeconds, changedAt, secrets, secretsUnreadable } = carrier
  const { receiptUrl, messageUrl } = carrier
  return (
    <Stack gap="md">
      <NoRoute carrier={name} />
      <Section title={t.carriers.glance}>
        <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} m={0}>
          <Fact name={t.carriers.kind}>{kind.toUpperCase()}</Fact>
          {connections.length > 0 && <Fact name={t.carriers.bindsUp}>{showBinds(carrier)}</Fact>}
          <Fact name={t.carriers.messagesWaiting}>{waitingFor(queues.data?.data, name) ?? '…'}</Fact>
          <Fact name={t.carriers.failover}>{fill(t.carriers.failoverAfter, { seconds: failoverSeconds })}</Fact>
          <Fact name={t.carriers.secretsStored}>
            {secretsUnreadable ? t.carriers.secretsUnreadable : secrets.join(', ') || t.carriers.none}
          </Fact>
          <Fact name={t.carriers.lastChanged}>
            <When at={changedAt} />
          </Fact>
        </SimpleGrid>
      </Section>
      {connections.length > 0 && (
        <Section title={t.carriers.binds} about={t.carriers.bindsAbout} isBare>
          <BindsList connections={connections} />
        </Section>
      )}
      <Throughput carrier={name} />
      <Section title={t.carriers.health} about={t.carriers.healthAbout}>
        <Text>{describeCurrentHealth(carrier)}</Text>
      </Section>
      {receiptUrl !== null && (
        <CallbackUrl title={t.carriers.receiptUrl} about={t.carriers.receiptUrlAbout} url={receiptUrl} />
      )}
      {messageUrl !== null && (
        <CallbackUrl title={t.carriers.messageUrl} about={t.carriers.messageUrlAbout} url={messageUrl} />
      )}
    </Stack>
  )
}

const routesMax = 100

/** Shown only when certain: with more routes than were read, one of the others may use the carrier. */
function NoRoute({ carrier }: { readonly carrier: string }) {
  const { data } = useAsk('GET /routes', { query: { limit: routesMax } })
  if (
    data === undefined ||
    data.pagination.totalItems > routesMax ||
    data.data.some((route) => route.carrier === carrier)
  )
    return null
  return (
    <Alert color="yellow" variant="light" title={t.carriers.noRoute}>
      {rich(t.carriers.noRouteAbout, {
        carrier,
        link: (text) => (
          <Anchor component={Link} to="/operator/routes" search={{ add: carrier } as never} inherit underline="always">
            {text}
          </Anchor>
        ),
      })}
    </Alert>
  )
}
