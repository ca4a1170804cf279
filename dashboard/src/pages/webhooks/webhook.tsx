import { Anchor, Button, Stack } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { type EndpointPath, placeOf } from './endpoint-path.ts'
import { EventDialog, type ShownEvent } from './event-dialog.tsx'
import { Events } from './events.tsx'
import { EndpointFacts } from './facts.tsx'
import { RotateDialog } from './rotate-dialog.tsx'

type Opened = 'change' | 'rotate' | 'delete' | null

/** One endpoint, with its events and their delivery. */
export function WebhookPage() {
  const account = useThisAccount()
  const { webhook } = useParams({ strict: false }) as { webhook: string }
  const path: EndpointPath = { account: account.id, endpoint: webhook }
  const [opened, setOpened] = useState<Opened>(null)
  const [shown, setShown] = useState<ShownEvent | null>(null)
  const asked = useAsk('GET /v2/webhooks/:endpoint', { path }, { everySeconds: 5 })
  const test = useChange(() => ask('POST /v2/webhooks/:endpoint/test', { path }), {
    refreshes: [placeOf(path)],
    onDone: ({ eventId }) => setShown({ id: eventId, known: null }),
  })
  const endpoint = asked.data
  const mayChange = mayAs(account, 'owner')
  const mayTest = mayAs(account, 'member') && endpoint?.disabledAt === null
  const close = () => setOpened(null)
  return (
    <>
      <Anchor component={Link} to={`${account.path}/webhooks`} size="sm">
        {t.webhooks.endpoint.back}
      </Anchor>
      <PageHead
        title={
          endpoint
            ? fill(t.webhooks.endpoint.titleNamed, { event: t.webhooks.events[endpoint.event] })
            : t.webhooks.endpoint.title
        }
        about={endpoint && t.webhooks.eventAbout[endpoint.event]}
      >
        {mayTest && (
          <Button onClick={() => test.mutate(undefined)} loading={test.isPending}>
            {t.webhooks.endpoint.test}
          </Button>
        )}
        {endpoint && mayChange && (
          <>
            <Button variant="default" onClick={() => setOpened('change')}>
              {t.webhooks.endpoint.edit}
            </Button>
            <Button variant="default" onClick={() => setOpened('rotate')}>
              {t.webhooks.endpoint.rotate}
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => setOpened('delete')}>
              {t.webhooks.endpoint.delete}
            </Button>
          </>
        )}
      </PageHead>
      <Stack gap="lg">
        <Problem error={asked.error} onRetry={() => void asked.refetch()} />
        <Problem error={test.error} />
        {endpoint && <EndpointFacts endpoint={endpoint} path={path} />}
        {endpoint && (
          <Events
            account={account}
            endpoint={endpoint}
            path={path}
            onShow={(event) => setShown({ id: event.id, known: event })}
          />
        )}
      </Stack>
      {endpoint && opened === 'change' && <ChangeDialog account={account} endpoint={endpoint} onClose={close} />}
      {endpoint && opened === 'rotate' && <RotateDialog account={account} endpoint={endpoint} onClose={close} />}
      {endpoint && opened === 'delete' && <DeleteDialog account={account} endpoint={endpoint} onClose={close} />}
      {shown && <EventDialog path={path} event={shown} mayReplay={mayTest} onClose={() => setShown(null)} />}
    </>
  )
}
