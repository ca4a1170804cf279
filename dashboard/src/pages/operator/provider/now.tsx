import { Alert, SimpleGrid, Stack, Text } from '@mantine/core'
import type { CarrierState, Provider } from '../../../../../src/contract/console/providers.ts'
import { useAsk } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { showCount } from '../../../parts/formats.ts'
import { Fact, Section } from '../../../parts/section.tsx'
import { CodeLine, linkTo, Note, When } from '../../../parts/text.tsx'
import { useAbout } from '../../../session.tsx'
import { fill, rich } from '../../../text.ts'
import { describeCurrentHealth } from '../route/describe.ts'
import { BindsList } from './binds.tsx'
import { accountText, bindsOf, useQueues, waitingFor } from './state.tsx'
import { Throughput } from './throughput.tsx'

/** The current state of a provider, updated every few seconds. */
export function Now({ provider }: { readonly provider: Provider }) {
  const { name, product, carrier, callbackUrl, messageUrl } = provider
  const receipts = { title: t.carriers.receiptUrl, about: t.carriers.receiptUrlAbout }
  const callbacks = { title: t.providers.callbackUrl, about: t.providers.callbackUrlAbout }
  return (
    <Stack gap="md">
      {carrier !== null && <NoRoute carrier={name} />}
      <Facts provider={provider} />
      {carrier !== null && <CarrierNow provider={provider} carrier={carrier} />}
      {callbackUrl !== null && <CallbackUrl {...(product === 'sms' ? receipts : callbacks)} url={callbackUrl} />}
      {messageUrl !== null && (
        <CallbackUrl title={t.carriers.messageUrl} about={t.carriers.messageUrlAbout} url={messageUrl} />
      )}
    </Stack>
  )
}

function Facts({ provider }: { readonly provider: Provider }) {
  const queues = useQueues()
  const { name, product, kind, priority, open, carrier, secrets, secretsUnreadable, changedAt } = provider
  const binds = bindsOf(provider)
  return (
    <Section title={t.carriers.glance}>
      <SimpleGrid component="dl" cols={{ base: 2, sm: 3, lg: 6 }} m={0}>
        <Fact name={t.providers.product}>{`${t.providers.products[product]}, ${kind}`}</Fact>
        {carrier === null ? (
          <>
            <Fact name={t.providers.account}>{accountText(provider)}</Fact>
            <Fact name={t.providers.priority}>{priority ?? '–'}</Fact>
            <Fact name={t.providers.open}>{showCount(open)}</Fact>
          </>
        ) : (
          <>
            {binds.total > 0 && <Fact name={t.carriers.bindsUp}>{fill(t.carriers.bindsOf, binds)}</Fact>}
            <Fact name={t.carriers.messagesWaiting}>{waitingFor(queues.data?.data, name) ?? '…'}</Fact>
            <Fact name={t.carriers.failover}>
              {fill(t.carriers.failoverAfter, { seconds: carrier.failoverSeconds })}
            </Fact>
          </>
        )}
        <Fact name={t.carriers.secretsStored}>
          {secretsUnreadable ? t.carriers.secretsUnreadable : secrets.join(', ') || t.carriers.none}
        </Fact>
        <Fact name={t.carriers.lastChanged}>
          <When at={changedAt} />
        </Fact>
      </SimpleGrid>
    </Section>
  )
}

interface CarrierNowProps {
  readonly provider: Provider
  readonly carrier: CarrierState
}

function CarrierNow({ provider: { name, paused }, carrier }: CarrierNowProps) {
  return (
    <>
      {carrier.connections.length > 0 && (
        <Section title={t.carriers.binds} about={t.carriers.bindsAbout} isBare>
          <BindsList connections={carrier.connections} />
        </Section>
      )}
      <Throughput carrier={name} />
      <Section title={t.carriers.health} about={t.carriers.healthAbout}>
        <Text>{describeCurrentHealth({ paused, ...carrier })}</Text>
      </Section>
    </>
  )
}

const routesMax = 100

/** Shown only when certain: with more routes than were read, one of the others may use the carrier. */
function NoRoute({ carrier }: { readonly carrier: string }) {
  const { data } = useAsk('GET /routes', { query: { limit: routesMax } })
  if (data === undefined || data.next !== null || data.data.some((route) => route.carrier === carrier)) return null
  return (
    <Alert color="yellow" variant="light" title={t.carriers.noRoute}>
      {rich(t.carriers.noRouteAbout, {
        carrier,
        link: linkTo('/operator/routes', { dialog: `add.${carrier}` }),
      })}
    </Alert>
  )
}

interface CallbackUrlProps {
  readonly title: string
  readonly about: string
  /** Without an origin when the public URL is not configured. */
  readonly url: string
}

/** A URL of this server that a provider calls. */
function CallbackUrl({ title, about, url }: CallbackUrlProps) {
  const { publicUrl } = useAbout()
  return (
    <Section title={title} about={about}>
      <CodeLine label={title} value={publicUrl === null ? `${window.location.origin}${url}` : url} />
      {publicUrl === null && <Note>{t.carriers.noPublicUrl}</Note>}
    </Section>
  )
}
