import { Alert, Group, SimpleGrid, Text } from '@mantine/core'
import type { DeliveryAttempt, Endpoint } from '../../../../src/contract/account/webhooks.ts'
import { useAsk } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { Copy, Status, When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'
import type { EndpointPath } from './endpoint-path.ts'
import { reasonOf, stateOf } from './labels.ts'

export function EndpointFacts({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: EndpointPath }) {
  const { url, event, flatArgs, stringIds, adHoc, previousUntil, createdAt, headers } = endpoint
  const { data } = useAsk('GET /v2/webhooks/:endpoint/attempts', { path, query: { limit: 1 } }, { everySeconds: 5 })
  const last = data?.data[0]
  return (
    <>
      <Trouble endpoint={endpoint} last={last} />
      <Section title={t.webhooks.endpoint.section} about={adHoc && t.webhooks.endpoint.adHocAbout}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Text className="code">{url}</Text>
          <Copy value={url} label={t.webhooks.endpoint.copyUrl} />
        </Group>
        <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="md" m={0}>
          <Fact name={t.webhooks.state}>
            <Status value={stateOf(endpoint)} />
          </Fact>
          <Fact name={t.webhooks.lastAttempt}>
            {last === undefined ? t.webhooks.neverCalled : <When at={last.at} />}
          </Fact>
          <Fact name={t.webhooks.endpoint.added}>
            <When at={createdAt} />
          </Fact>
          {headers.length > 0 && (
            <Fact name={t.webhooks.form.headers}>
              <Text span className="code" size="sm">
                {headers.join(', ')}
              </Text>
            </Fact>
          )}
          {event === 'airtime' && (
            <Fact name={t.webhooks.endpoint.flatArgs}>
              {flatArgs ? t.webhooks.endpoint.yes : t.webhooks.endpoint.no}
            </Fact>
          )}
          {event === 'delivery-report' && (
            <Fact name={t.webhooks.endpoint.stringIds}>
              {stringIds ? t.webhooks.endpoint.yes : t.webhooks.endpoint.no}
            </Fact>
          )}
          {previousUntil !== null && Date.parse(previousUntil) > Date.now() && (
            <Fact name={t.webhooks.endpoint.previousUntil}>
              <When at={previousUntil} />
            </Fact>
          )}
        </SimpleGrid>
      </Section>
    </>
  )
}

function Trouble({
  endpoint: { disabledAt, disabledReason, failingSince, secretUnreadable, headersUnreadable },
  last,
}: {
  readonly endpoint: Endpoint
  readonly last: DeliveryAttempt | undefined
}) {
  if (disabledAt !== null)
    return (
      <Alert color="yellow" variant="light" title={t.webhooks.endpoint.disabledTitle} icon={<Icon name="warning" />}>
        {disabledReason && t.webhooks.disabledReasons[disabledReason]}{' '}
        {rich(t.webhooks.endpoint.disabled, { at: <When at={disabledAt} /> })}
      </Alert>
    )
  if (secretUnreadable)
    return (
      <Alert
        color="red"
        variant="light"
        title={t.webhooks.endpoint.secretUnreadableTitle}
        icon={<Icon name="warning" />}
      >
        {t.webhooks.endpoint.secretUnreadable}
      </Alert>
    )
  if (headersUnreadable)
    return (
      <Alert
        color="red"
        variant="light"
        title={t.webhooks.endpoint.headersUnreadableTitle}
        icon={<Icon name="warning" />}
      >
        {t.webhooks.endpoint.headersUnreadable}
      </Alert>
    )
  if (failingSince === null) return null
  const reason = last && reasonOf(last)
  return (
    <Alert color="red" variant="light" title={t.webhooks.endpoint.failingTitle} icon={<Icon name="warning" />}>
      {rich(t.webhooks.endpoint.failing, { at: <When at={failingSince} /> })}{' '}
      {reason && fill(t.webhooks.endpoint.lastError, { reason })} {t.webhooks.endpoint.retries}
    </Alert>
  )
}
