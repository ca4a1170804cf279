import { Button, Stack } from '@mantine/core'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { EndpointWithSecret } from '../../../../src/contract/account/webhooks.ts'
import { ask } from '../../api.ts'
import { queryClient, refresh, useAsk, useChange } from '../../data.ts'
import { confirm } from '../../parts/confirm.ts'
import { useDialogs } from '../../parts/dialogs.ts'
import { sayDone } from '../../parts/done.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { PageLink } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { ChangeEndpoint } from './endpoint-dialogs.tsx'
import { EventDialog, type ShownEvent } from './event-dialog.tsx'
import { Events } from './events.tsx'
import { EndpointFacts } from './facts.tsx'
import { type EndpointPath, placeOf } from './labels.ts'
import { WebhookSecret } from './secret.tsx'

/** One endpoint, with its events and their delivery. */
export function WebhookPage() {
  const account = useThisAccount()
  const navigate = useNavigate()
  const { webhook } = useParams({ strict: false }) as { webhook: string }
  const path: EndpointPath = { account: account.id, endpoint: webhook }
  const { name: dialog, open, close: closeDialog } = useDialogs()
  const [rotated, setRotated] = useState<EndpointWithSecret | null>(null)
  const [shown, setShown] = useState<ShownEvent | null>(null)
  const asked = useAsk('GET /v2/webhooks/:endpoint', { path }, { everySeconds: 5 })
  const test = useChange(() => ask('POST /v2/webhooks/:endpoint/test', { path }), {
    refreshes: [placeOf(path)],
    onDone: ({ eventId }) => setShown({ id: eventId, known: null }),
  })
  const endpoint = asked.data
  const mayChange = mayAs(account, 'owner')
  const mayTest = mayAs(account, 'member') && endpoint?.disabledAt === null
  const rotate = () =>
    confirm({
      title: t.webhooks.rotate.title,
      warning: t.webhooks.rotate.about,
      submit: t.webhooks.endpoint.rotate,
      run: () => ask('POST /v2/webhooks/:endpoint/rotate', { path }),
      refreshes: [placeOf(path)],
      done: setRotated,
    })
  const remove = (url: string) =>
    confirm({
      title: t.webhooks.delete.title,
      warning: fill(t.webhooks.delete.warning, { url }),
      submit: t.webhooks.delete.submit,
      run: () => ask('DELETE /v2/webhooks/:endpoint', { path }),
      async done() {
        sayDone(t.webhooks.delete.done)
        await navigate({ to: `${account.path}/webhooks` })
        // The deleted endpoint must not be fetched again.
        queryClient.removeQueries({ predicate: ({ queryKey: [one] }) => String(one).startsWith(placeOf(path)) })
        await refresh(`${account.path}/webhooks`, `${account.path}/overview`)
      },
    })
  return (
    <>
      <PageLink to={`${account.path}/webhooks`}>{t.webhooks.endpoint.back}</PageLink>
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
            <Button variant="default" onClick={() => open('edit')}>
              {t.webhooks.endpoint.edit}
            </Button>
            <Button variant="default" onClick={rotate}>
              {t.webhooks.endpoint.rotate}
            </Button>
            <Button variant="default" c="var(--mantine-color-error)" onClick={() => remove(endpoint.url)}>
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
      {endpoint && mayChange && dialog === 'edit' && (
        <ChangeEndpoint path={path} endpoint={endpoint} close={closeDialog} />
      )}
      <WebhookSecret endpoint={rotated} onClose={() => setRotated(null)} />
      {shown && <EventDialog path={path} event={shown} mayReplay={mayTest} onClose={() => setShown(null)} />}
    </>
  )
}
