import { Anchor, Button, Group, Skeleton, Stack, Tabs } from '@mantine/core'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import type { Carrier } from '../../../../src/contract/console/routing.ts'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { fill } from '../../text.ts'
import { useKinds } from './carrier/add.tsx'
import { ErrorCodes } from './carrier/error-codes.tsx'
import { CarrierForm } from './carrier/form.tsx'
import { Now } from './carrier/now.tsx'
import { RemoveCarrier } from './carrier/remove.tsx'
import { CarrierState, describeState } from './carrier/state.tsx'

/** One carrier: its state and its settings. */
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
              <span>{describeState(carrier)}</span>
            </Group>
          )
        }
      >
        <Anchor component={Link} to="/operator/carriers" underline="always">
          {t.carriers.all}
        </Anchor>
        {carrier && <Actions carrier={carrier} />}
      </PageHead>
      <Stack gap="md">
        <Problem error={error} onRetry={() => void refetch()} />
        {carrier === undefined && error === null && <Skeleton height={240} />}
        {carrier && (
          <Tabs value={tab} onChange={(next) => setFilters({ tab: next === 'now' ? undefined : (next ?? undefined) })}>
            <Tabs.List mb="md">
              <Tabs.Tab value="now">{t.carriers.tabs.now}</Tabs.Tab>
              {carrier.kind === 'smpp' && <Tabs.Tab value="errors">{t.carriers.tabs.errors}</Tabs.Tab>}
              <Tabs.Tab value="settings">{t.carriers.tabs.settings}</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value="now">
              <Now carrier={carrier} />
            </Tabs.Panel>
            <Tabs.Panel value="errors">
              <ErrorCodes carrier={name} />
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

/** The form keeps its values when somebody else changes the carrier. */
function Change({ carrier }: { readonly carrier: Carrier }) {
  const { kinds, error, refetch } = useKinds()
  if (kinds === undefined)
    return error === null ? <Skeleton height={320} /> : <Problem error={error} onRetry={() => void refetch()} />
  return (
    <CarrierForm kinds={kinds} carrier={carrier} onSaved={({ name }) => sayDone(fill(t.carriers.changed, { name }))} />
  )
}

function Actions({ carrier: { name, paused } }: { readonly carrier: Carrier }) {
  const [isRemoving, setRemoving] = useState(false)
  const route = paused ? 'POST /carriers/:carrier/resume' : 'POST /carriers/:carrier/pause'
  const pause = useChange(() => ask(route, { path: { carrier: name } }), {
    refreshes: ['/carriers', '/providers'],
    onDone: (now) => sayDone(fill(now.paused ? t.carriers.paused : t.carriers.resumed, { name })),
  })
  return (
    <>
      <Button variant="default" loading={pause.isPending} onClick={() => pause.mutate(undefined)}>
        {paused ? t.carriers.resume : t.carriers.pause}
      </Button>
      <Button variant="default" onClick={() => setRemoving(true)}>
        {t.carriers.remove}
      </Button>
      <Problem error={pause.error} />
      {isRemoving && <RemoveCarrier name={name} onClose={() => setRemoving(false)} />}
    </>
  )
}
