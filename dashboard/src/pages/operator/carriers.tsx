import { Anchor, Box, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Carrier } from '../../../../src/contract/console/routing.ts'
import { useAsk } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Rows } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { AllSmppBinds } from '../../parts/smpp-binds.tsx'
import { useAbout } from '../../session.tsx'
import { rich } from '../../text.ts'
import { AddCarrier } from './carrier/add.tsx'
import { CarrierState, describeState, showBinds, useQueues, waitingFor } from './carrier/state.tsx'

/** The list of carriers with their state, or the form for a new one. */
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
      <PageHead title={t.carriers.title} about={t.carriers.about}>
        <Button leftSection={<Icon name="plus" />} onClick={onAdd}>
          {t.carriers.add}
        </Button>
      </PageHead>
      <Rows<Carrier>
        label={t.carriers.title}
        rows={data?.data}
        error={error}
        retry={() => void refetch()}
        isFiltered={false}
        keyOf={({ name }) => name}
        opens={({ name }) => `/operator/carriers/${name}`}
        empty={staging ? t.carriers.emptyStaging : t.carriers.empty}
        columns={[
          { label: t.carriers.name, show: ({ name }) => name, width: '20%' },
          { label: t.carriers.kind, show: ({ kind }) => kind.toUpperCase(), width: 90 },
          { label: t.carriers.state, show: (carrier) => <CarrierState carrier={carrier} />, width: 120 },
          {
            label: t.carriers.details,
            show: (carrier) => (
              <Text size="sm" c="dimmed">
                {describeState(carrier)}
              </Text>
            ),
          },
          { label: t.carriers.bindsUp, show: (carrier) => showBinds(carrier) ?? '–', right: true, width: 110 },
          {
            label: t.carriers.waiting,
            show: ({ name }) => waitingFor(queues.data?.data, name) ?? '…',
            right: true,
            width: 110,
          },
        ]}
      />
      {data !== undefined && data.data.length > 0 && (
        <Text size="sm" c="dimmed" mt="md">
          {rich(staging ? t.carriers.noteStaging : t.carriers.note, {
            link: (text) => (
              <Anchor component={Link} to="/operator/routes" inherit underline="always">
                {text}
              </Anchor>
            ),
          })}
        </Text>
      )}
      <Box mt="xl">
        <AllSmppBinds />
      </Box>
    </>
  )
}
