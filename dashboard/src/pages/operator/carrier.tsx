import { Anchor, Button, Group, Skeleton, Stack, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Carrier } from '../../../../src/contract/console/routing.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { sayDone } from '../../parts/done.ts'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { useKinds } from './carrier/add.tsx'
import { CarrierForm } from './carrier/form.tsx'
import { Now } from './carrier/now.tsx'
import { RemoveCarrier } from './carrier/remove.tsx'
import { CarrierState, CarrierWords } from './carrier/state.tsx'

/** One carrier: how it is now, and how it is set up. */
export function CarrierPage() {
  const { carrier: name } = useParams({ strict: false }) as { carrier: string }
  const {
    data: carrier,
    error,
    refetch,
  } = useAsk('GET /carriers/:carrier', { path: { carrier: name } }, { everySeconds: 3 })
  const [{ tab = 'now' }, setFilters] = useFilters()
  return (
    <>
      <PageHead
        title={name}
        about={
          carrier && (
            <Group gap="xs" component="span">
              <CarrierState carrier={carrier} />
              <span>
                <CarrierWords carrier={carrier} />
              </span>
            </Group>
          )
        }
      >
        <Anchor component={Link} to="/operator/carriers" underline="always">
          All carriers
        </Anchor>
        {carrier && <Actions carrier={carrier} />}
      </PageHead>
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {carrier === undefined && error === null && <Skeleton height={240} />}
        {carrier && (
          <Tabs value={tab} onChange={(next) => setFilters({ tab: next === 'now' ? undefined : (next ?? undefined) })}>
            <Tabs.List mb="md">
              <Tabs.Tab value="now">Now</Tabs.Tab>
              <Tabs.Tab value="settings">Settings</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="now">
              <Now carrier={carrier} />
            </Tabs.Panel>
            <Tabs.Panel value="settings">
              <Change key={name} carrier={carrier} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Stack>
    </>
  )
}

/**
 * The form begins with what there was when it was opened: what somebody else changes meanwhile takes nothing away from
 * it.
 */
function Change({ carrier }: { readonly carrier: Carrier }) {
  const { data, error, refetch } = useKinds()
  if (data === undefined)
    return error === null ? <Skeleton height={320} /> : <Problem error={error} onRetry={() => void refetch()} />
  return (
    <CarrierForm
      kinds={data.data}
      carrier={carrier}
      onSaved={({ name }) => sayDone(`Carrier ${name} was changed. Its connections are made anew.`)}
    />
  )
}

function Actions({ carrier: { name, paused } }: { readonly carrier: Carrier }) {
  const [isRemoving, setRemoving] = useState(false)
  const route = paused ? 'POST /carriers/:carrier/resume' : 'POST /carriers/:carrier/pause'
  const pause = useChange(() => ask(route, { path: { carrier: name } }), {
    refreshes: ['/carriers'],
    onDone: (now) =>
      sayDone(now.paused ? `${name} gets no more messages until it is resumed.` : `${name} gets messages again.`),
  })
  return (
    <>
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(undefined)}>
        {paused ? 'Resume' : 'Pause'}
      </Button>
      <Button variant="default" onClick={() => setRemoving(true)}>
        Remove
      </Button>
      <Problem error={pause.error} />
      {isRemoving && <RemoveCarrier name={name} onClose={() => setRemoving(false)} />}
    </>
  )
}
