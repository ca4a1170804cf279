import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { AirtimeProvider } from '../../../../src/contract/console/airtime.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { Icon } from '../../parts/icon.tsx'
import { Rows } from '../../parts/listing.tsx'
import { Section } from '../../parts/section.tsx'
import { Status, When } from '../../parts/text.tsx'
import { ProviderDialog } from './airtime-provider-dialog.tsx'

/** All that are set up, and the one that new transfers go to. */
export function AirtimeProviders() {
  const { data, error, refetch } = useAsk('GET /airtime/providers', {})
  const [edited, setEdited] = useState<AirtimeProvider | 'new' | null>(null)
  const [removed, setRemoved] = useState<AirtimeProvider | null>(null)
  return (
    <Section
      isBare
      title="Providers"
      about="A provider is spoken to over HTTP, by templates. One at a time gets new transfers; the others finish what they have."
      action={
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          Set up provider
        </Button>
      }
    >
      {data?.current === null && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          No provider takes new transfers: airtime that accounts send is refused.
        </Alert>
      )}
      {data?.current === 'simulator' && (
        <Text size="sm">
          The simulated provider takes new transfers, because this is a sandbox and no other is active. It moves no
          money.
        </Text>
      )}
      <Rows<AirtimeProvider>
        label="Airtime providers"
        rows={data?.data}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        keyOf={({ name }) => name}
        empty="No provider is set up yet."
        columns={[
          { label: 'Name', show: ({ name }) => name },
          {
            label: 'State',
            show: ({ name, active }) => (
              <Status value={name === data?.current ? 'active' : active ? 'waiting' : 'paused'} />
            ),
            width: 110,
          },
          {
            label: 'Secrets',
            show: ({ secrets, secretsUnreadable }) =>
              secretsUnreadable ? 'Unreadable: set them again' : secrets.join(', ') || 'None',
          },
          { label: 'Changed', show: ({ changedAt }) => <When at={changedAt} />, width: 180 },
          {
            label: 'Change',
            width: 180,
            show: (provider) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setEdited(provider)}
                  aria-label={`Change ${provider.name}`}
                >
                  Change
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setRemoved(provider)}
                  aria-label={`Remove ${provider.name}`}
                >
                  Remove
                </Button>
              </Group>
            ),
          },
        ]}
      />
      {edited && <ProviderDialog provider={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />}
      {removed && <RemoveProvider provider={removed} onClose={() => setRemoved(null)} />}
    </Section>
  )
}

function RemoveProvider({
  provider: { name },
  onClose,
}: {
  readonly provider: AirtimeProvider
  readonly onClose: () => void
}) {
  const remove = useChange(() => ask('DELETE /airtime/providers/:provider', { path: { provider: name } }), {
    refreshes: ['/airtime/providers'],
    onDone: () => {
      sayDone(`${name} was removed.`)
      onClose()
    },
  })
  return (
    <Confirm
      title={`Remove ${name}?`}
      isOpen
      onClose={onClose}
      change={remove}
      submit="Remove provider"
      onConfirm={() => remove.mutate(undefined)}
    >
      Its settings and secrets are gone for good. It can only be removed when all of its transfers have ended.
    </Confirm>
  )
}
