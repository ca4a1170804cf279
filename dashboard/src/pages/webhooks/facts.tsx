import { Alert, Group, SimpleGrid, Text } from '@mantine/core'
import type { DeliveryAttempt, Endpoint } from '../../../../src/contract/console/webhooks.ts'
import { useAsk } from '../../data.ts'
import { Icon } from '../../parts/icon.tsx'
import { Fact, Section } from '../../parts/section.tsx'
import { Copy, Status, When } from '../../parts/text.tsx'
import type { EndpointPath } from './endpoint-path.ts'
import { disabledReasons, reasonOf, stateOf } from './words.ts'

/** What an endpoint is, and how it is doing. */
export function EndpointFacts({ endpoint, path }: { readonly endpoint: Endpoint; readonly path: EndpointPath }) {
  const { url, event, flatArgs, adHoc, previousUntil, createdAt, headers } = endpoint
  const { data } = useAsk(
    'GET /accounts/:account/webhooks/:endpoint/attempts',
    { path, query: { limit: 1 } },
    { everySeconds: 5 },
  )
  const last = data?.data[0]
  return (
    <>
      <Trouble endpoint={endpoint} last={last} />
      <Section
        title="Endpoint"
        about={adHoc && 'Its address came with a message, and it is told about such messages only.'}
      >
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Text className="code">{url}</Text>
          <Copy value={url} label="Copy address" />
        </Group>
        <SimpleGrid component="dl" cols={{ base: 2, md: 4 }} spacing="md" m={0}>
          <Fact name="State">
            <Status value={stateOf(endpoint)} />
          </Fact>
          <Fact name="Last attempt">{last === undefined ? 'Not called yet' : <When at={last.at} />}</Fact>
          <Fact name="Added">
            <When at={createdAt} />
          </Fact>
          {headers.length > 0 && (
            <Fact name="Request headers">
              <Text span className="code" size="sm">
                {headers.join(', ')}
              </Text>
            </Fact>
          )}
          {event === 'airtime' && <Fact name="“args” repeated at the top">{flatArgs ? 'Yes' : 'No'}</Fact>}
          {previousUntil !== null && Date.parse(previousUntil) > Date.now() && (
            <Fact name="The old secret works until">
              <When at={previousUntil} />
            </Fact>
          )}
        </SimpleGrid>
      </Section>
    </>
  )
}

/** What is wrong with it, and what happens next. */
function Trouble({
  endpoint: { disabledAt, disabledReason, failingSince, secretUnreadable, headersUnreadable },
  last,
}: {
  readonly endpoint: Endpoint
  readonly last: DeliveryAttempt | undefined
}) {
  if (disabledAt !== null)
    return (
      <Alert color="yellow" variant="light" title="This endpoint is disabled" icon={<Icon name="warning" />}>
        {disabledReason && disabledReasons[disabledReason]} It has not been called since <When at={disabledAt} />. What
        happens meanwhile is kept: enable it under “Change”, and repeat what it missed.
      </Alert>
    )
  if (secretUnreadable)
    return (
      <Alert color="red" variant="light" title="The secret is unreadable" icon={<Icon name="warning" />}>
        The server can’t decrypt the signing secret of this endpoint, so it is not called. Its events wait: rotate the
        secret, and give the new one to your server.
      </Alert>
    )
  if (headersUnreadable)
    return (
      <Alert color="red" variant="light" title="The request headers are unreadable" icon={<Icon name="warning" />}>
        The server can’t decrypt the request headers of this endpoint, so it is not called. Its events wait until you
        enter the headers again under “Change”.
      </Alert>
    )
  if (failingSince === null) return null
  const reason = last && reasonOf(last)
  return (
    <Alert color="red" variant="light" title="This endpoint is failing" icon={<Icon name="warning" />}>
      Your server has taken nothing since <When at={failingSince} />. {reason && `The last time: ${reason}.`} Each event
      is tried eight times over about 28 hours. An endpoint that takes nothing for five days is disabled.
    </Alert>
  )
}
