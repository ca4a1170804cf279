import { Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Carrier } from '../../../../src/contract/console/routing.ts'
import { useAsk } from '../../data.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { useAbout } from '../../session.tsx'
import { AddCarrier } from './carrier/add.tsx'
import { Binds, CarrierState, CarrierWords, useQueues, waitingFor } from './carrier/state.tsx'

/** Those who bring messages to phones, and how they are. A new one is set up here too, under an address of its own. */
export function CarriersPage() {
  const [{ add }, setFilters] = useFilters()
  return add === undefined ? <Carriers onAdd={() => setFilters({ add: 'smpp' })} /> : <AddCarrier />
}

function Carriers({ onAdd }: { readonly onAdd: () => void }) {
  const { staging } = useAbout()
  const { data, error, refetch } = useAsk('GET /carriers', {}, { everySeconds: 5 })
  const queues = useQueues()
  return (
    <>
      <PageHead
        title="Carriers"
        about="Those who bring your messages to phones: mobile networks and providers. Routes decide which of them gets which numbers."
      >
        <Button leftSection={<Icon name="plus" />} onClick={onAdd}>
          Add a carrier
        </Button>
      </PageHead>
      <Rows<Carrier>
        label="Carriers"
        rows={data?.data}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        keyOf={({ name }) => name}
        opens={({ name }) => `/operator/carriers/${name}`}
        empty={
          staging
            ? 'No carrier is set up. Until then the simulated network of staging takes every message. Add a carrier to reach real phones.'
            : 'No carrier is set up, so no message can be sent. Add the one that you have a contract with: over SMPP, or over its HTTP API.'
        }
        columns={[
          { label: 'Name', show: ({ name }) => name, width: '20%' },
          { label: 'Kind', show: ({ kind }) => kind.toUpperCase(), width: 90 },
          { label: 'State', show: (carrier) => <CarrierState carrier={carrier} />, width: 120 },
          {
            label: 'What that means',
            show: (carrier) => (
              <Text size="sm" c="dimmed">
                <CarrierWords carrier={carrier} />
              </Text>
            ),
          },
          { label: 'Binds up', show: (carrier) => <Binds carrier={carrier} />, right: true, width: 110 },
          { label: 'Waiting', show: ({ name }) => waitingFor(queues.data?.data, name) ?? '…', right: true, width: 110 },
        ]}
      />
      {data !== undefined && data.data.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          A bind is a connection over SMPP.{' '}
          <Anchor component={Link} to="/operator/routes" inherit underline="always">
            Routes
          </Anchor>{' '}
          lead numbers to carriers.{staging && ' What no route leads anywhere the simulated network of staging takes.'}
        </Text>
      )}
    </>
  )
}
