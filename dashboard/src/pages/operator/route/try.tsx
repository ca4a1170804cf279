import { Button, Group, List, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { RequestOf } from '../../../../../src/contract/console/index.ts'
import type { RouteTrial, TriedRoute } from '../../../../../src/contract/console/routing.ts'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { Status } from '../../../parts/text.tsx'
import { AccountSelect } from '../account-select.tsx'
import { describeRoute, laneChoices, StandingWords } from './words.tsx'

type Trial = RequestOf<'GET /routes/try'>

/** Where a message would go now, and why. Nothing is sent. */
export function TryNumber() {
  const [number, setNumber] = useState('')
  const [account, setAccount] = useState<string | null>(null)
  const [sender, setSender] = useState('')
  const [lane, setLane] = useState<string | null>('single')
  const attempt = useChange((query: Trial['query']) => ask('GET /routes/try', { query }))
  return (
    <Section title="Try a number" about="Which way would a message take now, and why? Nothing is sent.">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          attempt.mutate({ number: number.replace(/^\s*\+|\s/g, ''), account, sender, lane })
        }}
      >
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <TextInput
              label="Number"
              withAsterisk
              inputMode="tel"
              placeholder="255712345678"
              value={number}
              onChange={({ currentTarget }) => setNumber(currentTarget.value)}
            />
            <AccountSelect
              label="Account that sends"
              placeholder="The first account"
              value={account}
              onChange={(id) => setAccount(id)}
            />
            <TextInput
              label="Sender name"
              placeholder="Any"
              value={sender}
              onChange={({ currentTarget }) => setSender(currentTarget.value)}
            />
            <Select label="Kind of message" data={laneChoices} value={lane} allowDeselect={false} onChange={setLane} />
          </SimpleGrid>
          <Group>
            <Button type="submit" variant="default" loading={attempt.isPending}>
              Try this number
            </Button>
          </Group>
          <div aria-live="polite">{attempt.data && attempt.error === null && <Result tried={attempt.data} />}</div>
          <Problem error={attempt.error} />
        </Stack>
      </form>
    </Section>
  )
}

function Result({ tried: { number, accountId, carrier, routes } }: { readonly tried: RouteTrial }) {
  if (carrier === null)
    return (
      <Text>
        <b>No route leads to {number}</b> of account {accountId}: in a send it counts as invalid. Add a route to change
        that.
      </Text>
    )
  if (routes.length === 0)
    return (
      <Text>
        <b>No route leads to {number}</b> of account {accountId}, so the simulated network of staging takes it.
      </Text>
    )
  const chosenAt = routes.findIndex(({ isChosen }) => isChosen)
  return (
    <Stack gap="xs">
      <Text>
        {number} of account {accountId} goes to <b>{carrier}</b>.
      </Text>
      <List type="ordered" spacing="xs">
        {routes.map((step, place) => (
          <List.Item key={step.id}>
            <Group gap="xs" component="span">
              <Status
                value={verdictOf(step, place > chosenAt)}
                {...(step.isChosen ? { colour: 'green' as const } : {})}
              />
              <span>
                {step.carrier}: {describeRoute(step)}, place {step.place}. <StandingWords step={step} />
                {step.isChosen && !step.isAvailable && ' No other is better: the message waits for it.'}
                {step.stop && ' No route after it is taken.'}
              </span>
            </Group>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

const verdictOf = ({ isChosen }: TriedRoute, isPast: boolean) =>
  isChosen ? 'chosen' : isPast ? 'not needed' : 'passed over'
