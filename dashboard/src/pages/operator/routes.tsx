import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Route } from '../../../../src/contract/console/routing.ts'
import { ask } from '../../api.ts'
import { useChange } from '../../data.ts'
import { Confirm } from '../../parts/dialog.tsx'
import { sayDone } from '../../parts/done.ts'
import { useFilters } from '../../parts/filters.ts'
import { Icon } from '../../parts/icon.tsx'
import { Listing } from '../../parts/listing.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { showPrefix } from '../../parts/prefix.ts'
import { Section } from '../../parts/section.tsx'
import { useAbout } from '../../session.tsx'
import { EditRoute } from './route/edit.tsx'
import { TryNumber } from './route/try.tsx'
import { describeRoute, showLane } from './route/words.tsx'

/** Which numbers go to which carrier. */
export function RoutesPage() {
  const { staging } = useAbout()
  // The page of a carrier leads here with its name.
  const [{ add }, setFilters] = useFilters()
  const [isAdding, setAdding] = useState(false)
  const [changing, setChanging] = useState<Route | null>(null)
  const [removing, setRemoving] = useState<Route | null>(null)
  return (
    <>
      <PageHead
        title="Routes"
        about="Which numbers go to which carrier. A message takes the first route that fits it and whose carrier can be used; the others are for when that one fails."
      >
        <Button leftSection={<Icon name="plus" />} onClick={() => setAdding(true)}>
          Add a route
        </Button>
      </PageHead>
      <Stack gap="lg">
        <TryNumber />
        <Section
          title="All routes"
          about="In the order in which they are tried: an account’s own before those of all, longer prefixes before shorter ones, then those for a sender, for a kind of message, and the lower place."
          isBare
        >
          <Listing
            label="Routes"
            route="GET /routes"
            keyOf={({ id }) => id}
            empty={
              staging
                ? 'There are no routes: the simulated network of staging takes every message. Add one to lead numbers to a carrier.'
                : 'There are no routes, so no message can be sent. Add a carrier first, and then a route that leads numbers to it.'
            }
            columns={[
              { label: 'Numbers', show: ({ prefix }) => showPrefix(prefix) },
              {
                label: 'Carrier',
                show: ({ carrier }) => (
                  <Anchor component={Link} to={`/operator/carriers/${carrier}`} inherit underline="always">
                    {carrier}
                  </Anchor>
                ),
              },
              {
                label: 'Account',
                show: ({ accountId }) => (accountId === null ? <All /> : <AccountLink id={accountId} />),
              },
              { label: 'Sender', show: ({ sender }) => sender ?? <All /> },
              { label: 'Kind', show: ({ lane }) => (lane === null ? <All /> : showLane(lane)) },
              { label: 'Place', show: ({ place }) => place, right: true, width: 90 },
              { label: 'Stops here', show: ({ stop }) => (stop ? 'Yes' : 'No'), width: 110 },
              {
                label: 'Change',
                width: 190,
                show: (route) => (
                  <Group gap="xs" wrap="nowrap">
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setChanging(route)}
                      aria-label={`Change route ${route.id}`}
                    >
                      Change
                    </Button>
                    <Button
                      size="compact-sm"
                      variant="default"
                      onClick={() => setRemoving(route)}
                      aria-label={`Remove route ${route.id}`}
                    >
                      Remove
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
      all
    </Text>
  )
}

function AccountLink({ id }: { readonly id: number }) {
  return (
    <Anchor component={Link} to={`/operator/accounts/${id}`} inherit underline="always">
      Account {id}
    </Anchor>
  )
}

function RemoveRoute({ route, onClose }: { readonly route: Route; readonly onClose: () => void }) {
  const remove = useChange(() => ask('DELETE /routes/:route', { path: { route: route.id } }), {
    refreshes: ['/routes'],
    onDone: () => {
      sayDone('The route was removed.')
      onClose()
    },
  })
  return (
    <Confirm
      title="Remove the route?"
      isOpen
      onClose={onClose}
      change={remove}
      submit="Remove route"
      onConfirm={() => remove.mutate(undefined)}
    >
      To {route.carrier}: {describeRoute(route)}. What waits for this carrier already goes on waiting there.
    </Confirm>
  )
}
