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
import { fill, t } from '../../text.ts'
import { ProviderDialog } from './airtime-provider-dialog.tsx'

/** The list of providers; one of them receives new transfers. */
export function AirtimeProviders() {
  const { data, error, refetch } = useAsk('GET /airtime/providers', {})
  const [edited, setEdited] = useState<AirtimeProvider | 'new' | null>(null)
  const [removed, setRemoved] = useState<AirtimeProvider | null>(null)
  return (
    <Section
      isBare
      title={t.airtimeProviders.providers}
      about={t.airtimeProviders.providersAbout}
      action={
        <Button variant="default" leftSection={<Icon name="plus" />} onClick={() => setEdited('new')}>
          {t.airtimeProviders.add}
        </Button>
      }
    >
      {data?.current === null && (
        <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
          {t.airtimeProviders.noneActive}
        </Alert>
      )}
      {data?.current === 'simulator' && <Text size="sm">{t.airtimeProviders.simulatorActive}</Text>}
      <Rows<AirtimeProvider>
        label={t.airtimeProviders.title}
        rows={data?.data}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        keyOf={({ name }) => name}
        empty={t.airtimeProviders.empty}
        columns={[
          { label: t.airtimeProviders.name, show: ({ name }) => name },
          {
            label: t.airtimeProviders.state,
            show: ({ name, active }) => (
              <Status value={name === data?.current ? 'active' : active ? 'waiting' : 'paused'} />
            ),
            width: 110,
          },
          {
            label: t.airtimeProviders.secrets,
            show: ({ secrets, secretsUnreadable }) =>
              secretsUnreadable
                ? t.airtimeProviders.secretsUnreadable
                : secrets.join(', ') || t.airtimeProviders.secretsNone,
          },
          { label: t.airtimeProviders.changed, show: ({ changedAt }) => <When at={changedAt} />, width: 180 },
          {
            label: t.airtimeProviders.actions,
            width: 180,
            show: (provider) => (
              <Group gap="xs" wrap="nowrap">
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setEdited(provider)}
                  aria-label={fill(t.airtimeProviders.changeNamed, { name: provider.name })}
                >
                  {t.airtimeProviders.change}
                </Button>
                <Button
                  size="compact-sm"
                  variant="default"
                  onClick={() => setRemoved(provider)}
                  aria-label={fill(t.airtimeProviders.removeNamed, { name: provider.name })}
                >
                  {t.airtimeProviders.remove}
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
      sayDone(fill(t.airtimeProviders.removed, { name }))
      onClose()
    },
  })
  return (
    <Confirm
      title={fill(t.airtimeProviders.removeTitle, { name })}
      isOpen
      onClose={onClose}
      change={remove}
      submit={t.airtimeProviders.removeProvider}
      onConfirm={() => remove.mutate(undefined)}
    >
      {t.airtimeProviders.removeAbout}
    </Confirm>
  )
}
