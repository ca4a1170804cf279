import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Endpoint, EndpointWithSecret, ListedEndpoint } from '../../../../src/contract/account/webhooks.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { useAddInAddress } from '../../parts/opening.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { AddDialog } from './add-dialog.tsx'
import { reasonOf, stateOf } from './labels.ts'
import { WebhookSecret } from './secret.tsx'

export function WebhooksPage() {
  const account = useThisAccount()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<EndpointWithSecret | null>(null)
  const path = `${account.path}/webhooks`
  const mayAdd = mayAs(account, 'owner')
  useAddInAddress(mayAdd, () => setAdding(true))
  return (
    <>
      <PageHead title={t.webhooks.title} about={t.webhooks.about}>
        {mayAdd && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            {t.webhooks.add}
          </Button>
        )}
      </PageHead>
      <Listing
        label={t.webhooks.endpoints}
        route="GET /v2/webhooks"
        path={{ account: account.id }}
        keyOf={({ id }) => id}
        everySeconds={10}
        opens={({ id }) => `${path}/${id}`}
        empty={mayAdd ? t.webhooks.emptyOwner : t.webhooks.empty}
        columns={[
          { label: t.webhooks.event, show: ({ event }) => t.webhooks.events[event], width: 180 },
          { label: t.webhooks.url, show: ({ url, adHoc }) => <Url url={url} adHoc={adHoc} /> },
          { label: t.webhooks.state, show: (endpoint) => <Status value={stateOf(endpoint)} />, width: 110 },
          { label: t.webhooks.lastAttempt, show: ({ lastAttempt }) => <LastAttempt last={lastAttempt} />, width: 320 },
        ]}
      />
      {isAdding && (
        <AddDialog
          account={account}
          onClose={() => setAdding(false)}
          onAdded={(endpoint) => {
            setAdding(false)
            setAdded(endpoint)
          }}
        />
      )}
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
      {adHoc && (
        <Text size="sm" c="dimmed">
          {t.webhooks.adHoc}
        </Text>
      )}
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
