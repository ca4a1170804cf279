import { Button, Text } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { Endpoint, EndpointWithSecret, ListedEndpoint } from '../../../../src/contract/console/webhooks.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { Status, When } from '../../parts/text.tsx'
import { mayAs, useThisAccount } from '../../session.tsx'
import { AddDialog } from './add-dialog.tsx'
import { WebhookSecret } from './secret.tsx'
import { eventNames, reasonOf, stateOf } from './words.ts'

/** The addresses of an account that are told what happens. */
export function WebhooksPage() {
  const account = useThisAccount()
  const navigate = useNavigate()
  const [isAdding, setAdding] = useState(false)
  const [added, setAdded] = useState<EndpointWithSecret | null>(null)
  const path = `${account.path}/webhooks`
  const mayAdd = mayAs(account, 'owner')
  return (
    <>
      <PageHead
        title="Webhooks"
        about="A webhook tells a server of yours what happens, as soon as it does: that a message was delivered, that somebody wrote to you. Each address that is called is an endpoint."
      >
        {mayAdd && (
          <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
            Add endpoint
          </Button>
        )}
      </PageHead>
      <Listing
        label="Endpoints"
        route="GET /accounts/:account/webhooks"
        path={{ account: account.id }}
        keyOf={({ id }) => id}
        everySeconds={10}
        opens={({ id }) => `${path}/${id}`}
        empty={`No endpoints yet.${mayAdd ? ' Add one to be told by this server, so that yours need not ask.' : ' An owner of the account can add one.'}`}
        columns={[
          { label: 'Tells about', show: ({ event }) => eventNames[event][0], width: 180 },
          { label: 'Address', show: ({ url, adHoc }) => <Address url={url} adHoc={adHoc} /> },
          { label: 'State', show: (endpoint) => <Status value={stateOf(endpoint)} />, width: 110 },
          { label: 'Last attempt', show: ({ lastAttempt }) => <LastAttempt last={lastAttempt} />, width: 320 },
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

function Address({ url, adHoc }: Pick<Endpoint, 'url' | 'adHoc'>) {
  return (
    <>
      <Text span className="code" size="sm">
        {url}
      </Text>
      {adHoc && (
        <Text size="sm" c="dimmed">
          came with a message
        </Text>
      )}
    </>
  )
}

/** When it was called last, and what went wrong if something did. */
function LastAttempt({ last }: { readonly last: ListedEndpoint['lastAttempt'] }) {
  if (last === null) return 'Not called yet'
  return (
    <>
      <When at={last.at} />
      <Text size="sm" c={last.problem === null ? 'dimmed' : 'var(--mantine-color-error)'}>
        {reasonOf(last) ?? `Taken (${last.status})`}
      </Text>
    </>
  )
}
