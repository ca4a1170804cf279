import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Route } from '../../../../src/contract/console/routing.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { t } from '../../operator-text.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.tsx'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showPrefix } from '../../parts/prefix.ts'
import { Section } from '../../parts/section.tsx'
import { useAbout } from '../../session.tsx'
import { fill } from '../../text.ts'
import { describeRoute } from './route/describe.ts'
import { EditRoute } from './route/edit.tsx'
import { TestNumber } from './route/test-number.tsx'

/** The rules that pick the carrier of a message. */
export function RoutesPage() {
  const { staging } = useAbout()
  // The page of a carrier links here with its name.
  const [{ add }, setFilters] = useFilters()
  const [isAdding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Route | null>(null)
  const [removing, setRemoving] = useState<Route | null>(null)
  return (
    <>
      <PageHead title={t.routes.title} about={t.routes.about}>
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          {t.routes.addRoute}
        </Button>
      </PageHead>
      <Stack gap="lg">
        <TestNumber />
        <Section title={t.routes.all} about={t.routes.orderAbout} isBare>
          <Listing
            label={t.routes.title}
            route="GET /routes"
            keyOf={({ id }) => id}
            empty={staging ? t.routes.emptyStaging : t.routes.empty}
            columns={[
              { label: t.routes.numbers, show: ({ prefix }) => showPrefix(prefix) },
              {
                label: t.routes.carrier,
                show: ({ carrier }) => (
                  <Anchor component={Link} to={`/operator/carriers/${carrier}`} inherit underline="always">
                    {carrier}
                  </Anchor>
                ),
              },
              {
                label: t.routes.account,
                show: ({ accountId }) => (accountId === null ? <All /> : <AccountLink id={accountId} />),
              },
              { label: t.routes.sender, show: ({ sender }) => sender ?? <All /> },
              { label: t.routes.kind, show: ({ lane }) => (lane === null ? <All /> : t.routes.lanes[lane]) },
              { label: t.routes.priority, show: ({ place }) => place, right: true, width: 90 },
              { label: t.routes.stop, show: ({ stop }) => (stop ? t.routes.yes : t.routes.no), width: 110 },
              {
                label: t.routes.actions,
                width: 190,
                show: (route) => (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setChanging(route)}
                      aria-label={fill(t.routes.changeNumbered, { id: route.id })}
                    >
                      {t.routes.change}
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setRemoving(route)}
                      aria-label={fill(t.routes.removeNumbered, { id: route.id })}
                    >
                      {t.routes.remove}
                    </Button>
                  </Group>
                ),
              },
            ]}
          />
        </Section>
      </Stack>
      {(isAdding || add !== undefined) && (
        <EditRoute
          carrier={add ?? ''}
          onClose={() => {
            setAdding(false)
            setFilters({ add: undefined })
          }}
        />
      )}
      {changing && <EditRoute carrier="" route={changing} onClose={() => setChanging(null)} />}
      {removing && <RemoveRoute route={removing} onClose={() => setRemoving(null)} />}
    </>
  )
}

function All() {
  return (
    <Text span inherit c="dimmed">
      {t.routes.any}
    </Text>
  )
}

function AccountLink({ id }: { readonly id: number }) {
  return (
    <Anchor component={Link} to={`/operator/accounts/${id}`} inherit underline="always">
      {fill(t.routes.accountNumbered, { id })}
    </Anchor>
  )
}

function RemoveRoute({ route, onClose }: { readonly route: Route; readonly onClose: () => void }) {
  const remove = useChange(() => ask('DELETE /routes/:route', { path: { route: route.id } }), {
    refreshes: ['/routes'],
    onDone: () => {
      sayDone(t.routes.removed)
      onClose()
    },
  })
  return (
    <Confirm
      title={t.routes.removeTitle}
      isOpen
      onClose={onClose}
      change={remove}
      submit={t.routes.removeRoute}
      onConfirm={() => remove.mutate(undefined)}
    >
      {fill(t.routes.removeAbout, { carrier: route.carrier, route: describeRoute(route) })}
    </Confirm>
  )
}
