import { Alert, Group, Text } from '@mantine/core'
import type { DeliveryAttempt, Endpoint } from '../../../../src/contract/account/webhooks.ts'
import { useAsk } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { Facts, Section } from '../../parts/section.tsx'
import { Copy, Status, When } from '../../parts/text.tsx'
import { fill, rich, t } from '../../text.ts'
import { type EndpointPath, reasonOf, stateOf } from './labels.ts'

export function EndpointFacts({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: EndpointPath }) {
  const { url, event, flatArgs, stringIds, adHoc, previousUntil, createdAt, headers } = endpoint
  const { data } = useAsk('GET /v2/webhooks/:endpoint/attempts', { path, query: { limit: 1 } }, { everySeconds: 5 })
  const last = data?.data[0]
  const yesOrNo = (is: boolean) => (is ? t.webhooks.endpoint.yes : t.webhooks.endpoint.no)
  const isOverlap = previousUntil !== null && Date.parse(previousUntil) > Date.now()
  const facts = [
    [t.webhooks.form.headers, headers.length > 0 && <span className="code">{headers.join(', ')}</span>] as const,
    [t.webhooks.endpoint.flatArgs, event === 'airtime' && yesOrNo(flatArgs)] as const,
    [t.webhooks.endpoint.stringIds, event === 'delivery-report' && yesOrNo(stringIds)] as const,
    [t.webhooks.endpoint.previousUntil, isOverlap && <When at={previousUntil} />] as const,
  ]
  return (
    <>
      <Trouble endpoint={endpoint} last={last} />
      <Section title={t.webhooks.endpoint.section} about={adHoc && t.webhooks.endpoint.adHocAbout}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Text className="code">{url}</Text>
          <Copy value={url} label={t.webhooks.endpoint.copyUrl} />
        </Group>
        <Facts
          facts={[
            [t.webhooks.state, <Status key="state" value={stateOf(endpoint)} />],
            [t.webhooks.lastAttempt, last === undefined ? t.webhooks.neverCalled : <When key="last" at={last.at} />],
            [t.webhooks.endpoint.added, <When key="added" at={createdAt} />],
            ...facts.filter(([, value]) => value !== null && value !== false),
          ]}
        />
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
  if (secretUnreadable || headersUnreadable) {
    const part = secretUnreadable ? 'secretUnreadable' : 'headersUnreadable'
    return (
      <Alert color="red" variant="light" title={t.webhooks.endpoint[`${part}Title`]} icon={<Icon name="warning" />}>
        {t.webhooks.endpoint[part]}
      </Alert>
    )
  }
  if (failingSince === null) return null
  const reason = last && reasonOf(last)
  return (
    <Alert color="red" variant="light" title={t.webhooks.endpoint.failingTitle} icon={<Icon name="warning" />}>
      {rich(t.webhooks.endpoint.failing, { at: <When at={failingSince} /> })}{' '}
      {reason && fill(t.webhooks.endpoint.lastError, { reason })} {t.webhooks.endpoint.retries}
    </Alert>
  )
}
