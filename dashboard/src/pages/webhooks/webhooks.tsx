import { Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Endpoint, EndpointWithSecret, ListedEndpoint } from '../../../../src/contract/account/webhooks.ts'
import { ResourcePage } from '../../parts/resource-page.tsx'
import { Note, Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { AddEndpoint } from './endpoint-dialogs.tsx'
import { reasonOf, stateOf } from './labels.ts'
import { WebhookSecret } from './secret.tsx'

export function WebhooksPage() {
  const account = useThisAccount()
  const navigate = useNavigate()
  const [added, setAdded] = useState<EndpointWithSecret | null>(null)
  const path = `${account.path}/webhooks`
  const mayAdd = mayAs(account, 'owner')
  return (
    <>
      <ResourcePage
        route="GET /v2/webhooks"
        path={{ account: account.id }}
        title={t.webhooks.title}
        label={t.webhooks.endpoints}
        about={t.webhooks.about}
        everySeconds={10}
        opens={({ id }) => `${path}/${id}`}
        empty={mayAdd ? t.webhooks.emptyOwner : t.webhooks.empty}
        columns={[
          { label: t.webhooks.event, show: ({ event }) => t.webhooks.events[event], width: 180 },
          { label: t.webhooks.url, show: ({ url, adHoc }) => <Url url={url} adHoc={adHoc} /> },
          { label: t.webhooks.state, show: (endpoint) => <Status value={stateOf(endpoint)} />, width: 110 },
          { label: t.webhooks.lastAttempt, show: ({ lastAttempt }) => <LastAttempt last={lastAttempt} />, width: 320 },
        ]}
        mayChange={mayAdd}
        add={t.webhooks.add}
        mayEdit={false}
        form={(_, close) => <AddEndpoint account={account} close={close} onAdded={setAdded} />}
      />
      <WebhookSecret endpoint={added} onClose={() => void navigate({ to: `${path}/${added?.id}` })} />
    </>
  )
}

function Url({ url, adHoc }: Pick<Endpoint, 'url' | 'adHoc'>) {
  return (
    <>
      <Text span className="code" size="sm">
        {url}
      </Text>
      {adHoc && <Note>{t.webhooks.adHoc}</Note>}
    </>
  )
}

function LastAttempt({ last }: { readonly last: ListedEndpoint['lastAttempt'] }) {
  if (last === null) return t.webhooks.neverCalled
  return (
    <>
      <When at={last.at} />
      <Text size="sm" c={last.problem === null ? 'dimmed' : 'var(--mantine-color-error)'}>
        {reasonOf(last) ?? fill(t.webhooks.accepted, { status: last.status ?? '' })}
      </Text>
    </>
  )
}
