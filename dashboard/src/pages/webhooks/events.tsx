import { Badge, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Endpoint, WebhookEvent } from '../../../../src/contract/console/webhooks.ts'
import { ChoiceFilter } from '../../parts/choice-filter.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Listing } from '../../parts/listing.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, showCount, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import type { EndpointPath } from './endpoint-path.ts'
import { RepeatDialog } from './repeat-dialog.tsx'
import { stateNames } from './words.ts'

const choices = Object.entries(stateNames)

interface EventsProps {
  readonly account: Account
  readonly endpoint: Endpoint
  readonly path: EndpointPath
  readonly onShow: (event: WebhookEvent) => void
}

/** What the endpoint was told, or is to be told. */
export function Events({ account, endpoint, path, onShow }: EventsProps) {
  const [{ state }] = useFilters()
  const [isRepeating, setRepeating] = useState(false)
  const mayRepeat = mayAs(account, 'member') && endpoint.disabledAt === null
  return (
    <Section
      title="Events"
      about="What your server was told, or is to be told; the latest 10,000 are listed. Open one to see what was sent and how your server answered."
      isBare
      action={
        mayRepeat && (
          <Button variant="default" onClick={() => setRepeating(true)}>
            Repeat several
          </Button>
        )
      }
    >
      <Group>
        <ChoiceFilter label="State" name="state" choices={choices} all="All states" width={380} />
      </Group>
      <Listing
        label="Events"
        route="GET /accounts/:account/webhooks/:endpoint/events"
        path={path}
        query={{ state }}
        keyOf={({ id }) => id}
        everySeconds={5}
        empty={`Nothing was told yet.${mayRepeat ? ' Send a test event to see how it goes.' : ''}`}
        columns={[
          { label: 'Time', show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: 'What is sent', show: (event) => <Body event={event} /> },
          { label: 'State', show: (event) => <State event={event} />, width: 210 },
          { label: 'Attempts', show: ({ attempts }) => showCount(attempts), right: true, width: 90 },
          {
            label: 'More',
            width: 100,
            show: (event) => (
              <Button
                size="compact-sm"
                variant="default"
                onClick={() => onShow(event)}
                aria-label={`Open event ${event.id}`}
              >
                Open
              </Button>
            ),
          },
        ]}
      />
      {isRepeating && <RepeatDialog path={path} onClose={() => setRepeating(false)} />}
    </Section>
  )
}

function Body({ event: { body, isTest } }: { readonly event: WebhookEvent }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {isTest && (
        <Badge variant="light" color="blue" tt="none" radius="sm" style={{ flex: 'none' }}>
          test
        </Badge>
      )}
      <Text size="sm" className="code" lineClamp={2}>
        {body}
      </Text>
    </Group>
  )
}

function State({ event: { state, dueAt, attempts } }: { readonly event: WebhookEvent }) {
  return (
    <>
      <Status value={state} />
      {state === 'waiting' && attempts > 0 && (
        <Text size="sm" c="dimmed">
          next try <When at={dueAt} />
        </Text>
      )}
    </>
  )
}
