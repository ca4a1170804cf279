import { Badge, Button, Group, Text } from '@mantine/core'
import type { Endpoint, WebhookEvent } from '../../../../src/contract/account/webhooks.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { ChoiceFilter } from '../../parts/filter-fields.tsx'
import { useFilters } from '../../parts/filters.ts'
import { ResourceList } from '../../parts/resource-page.tsx'
import { Section } from '../../parts/section.tsx'
import { Note, Status, showCount, When } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { ReplayEvents } from './endpoint-dialogs.tsx'
import { type EndpointPath, statusOf } from './labels.ts'

const choices = Object.entries(t.webhooks.eventStateChoices)

interface EventsProps {
  readonly account: Account
  readonly endpoint: Endpoint
  readonly path: EndpointPath
  readonly onShow: (event: WebhookEvent) => void
}

export function Events({ account, endpoint, path, onShow }: EventsProps) {
  const [{ state }] = useFilters()
  const { name, open, close } = useDialogs()
  const mayReplay = mayAs(account, 'member') && endpoint.disabledAt === null
  return (
    <Section
      title={t.webhooks.log.title}
      about={t.webhooks.log.about}
      isBare
      action={
        mayReplay && (
          <Button variant="default" onClick={() => open('replay')}>
            {t.webhooks.log.replaySeveral}
          </Button>
        )
      }
    >
      <ResourceList
        filters={
          <ChoiceFilter
            label={t.webhooks.state}
            name="state"
            choices={choices}
            all={t.webhooks.log.allStates}
            width={380}
          />
        }
        label={t.webhooks.log.title}
        route="GET /v2/webhooks/:endpoint/events"
        path={path}
        query={{ state }}
        everySeconds={5}
        empty={mayReplay ? t.webhooks.log.emptyTest : t.webhooks.log.empty}
        columns={[
          { label: t.webhooks.log.time, show: ({ createdAt }) => <When at={createdAt} />, width: 180 },
          { label: t.webhooks.log.body, show: (event) => <Body event={event} /> },
          { label: t.webhooks.state, show: (event) => <State event={event} />, width: 210 },
          { label: t.webhooks.log.attempts, show: ({ attempts }) => showCount(attempts), right: true, width: 90 },
        ]}
        actionsWidth={100}
        actions={(event) => [
          {
            label: t.webhooks.log.open,
            name: fill(t.webhooks.log.openEvent, { id: String(event.id) }),
            onClick: () => onShow(event),
          },
        ]}
      />
      {mayReplay && name === 'replay' && <ReplayEvents path={path} close={close} />}
    </Section>
  )
}

function Body({ event: { body, isTest } }: { readonly event: WebhookEvent }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      {isTest && (
        <Badge variant="light" color="blue" tt="none" radius="sm" style={{ flex: 'none' }}>
          {t.webhooks.log.test}
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
      <Status value={statusOf({ state, attempts })} />
      {state === 'waiting' && attempts > 0 && (
        <Note>{rich(t.webhooks.log.nextAttempt, { at: <When at={dueAt} /> })}</Note>
      )}
    </>
  )
}
