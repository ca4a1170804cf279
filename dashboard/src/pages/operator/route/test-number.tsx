import { Button, Group, List, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { RequestOf } from '../../../../../src/contract/console/index.ts'
import type { RouteTrial, TriedRoute } from '../../../../../src/contract/console/routing.ts'
import { ask } from '../../../api.ts'
import { useChange } from '../../../data.ts'
import { t } from '../../../operator-text.ts'
import { AccountSelect } from '../../../parts/account-select.tsx'
import { usePhoneText } from '../../../parts/phone.tsx'
import { Problem } from '../../../parts/problem.tsx'
import { Section } from '../../../parts/section.tsx'
import { Status } from '../../../parts/text.tsx'
import { fill, rich } from '../../../text.ts'
import { describeCarrier, describeRoute, laneChoices } from './describe.ts'

type Trial = RequestOf<'GET /routes/try'>

/** Shows the carrier that a message would use now, and why. Nothing is sent. */
export function TestNumber() {
  const [number, setNumber] = useState('')
  const [account, setAccount] = useState<string | null>(null)
  const [sender, setSender] = useState('')
  const [lane, setLane] = useState<string | null>('single')
  const attempt = useChange((query: Trial['query']) => ask('GET /routes/try', { query }))
  return (
    <Section title={t.routes.tryTitle} about={t.routes.tryAbout}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          attempt.mutate({ number, account, sender, lane })
        }}
      >
        <Stack gap="sm">
          <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
            <TextInput
              label={t.routes.number}
              withAsterisk
              inputMode="tel"
              placeholder="0712 345 678"
              value={number}
              onChange={({ currentTarget }) => setNumber(currentTarget.value)}
            />
            <AccountSelect
              label={t.routes.account}
              placeholder={t.routes.firstAccount}
              value={account}
              onChange={(id) => setAccount(id)}
            />
            <TextInput
              label={t.routes.sender}
              placeholder={t.routes.anySender}
              value={sender}
              onChange={({ currentTarget }) => setSender(currentTarget.value)}
            />
            <Select label={t.routes.kind} data={laneChoices} value={lane} allowDeselect={false} onChange={setLane} />
          </SimpleGrid>
          <Group>
            <Button type="submit" variant="default" loading={attempt.isPending}>
              {t.routes.tryNumber}
            </Button>
          </Group>
          <div aria-live="polite">{attempt.data && attempt.error === null && <Result tried={attempt.data} />}</div>
          <Problem error={attempt.error} />
        </Stack>
      </form>
    </Section>
  )
}

function Result({ tried: { number: phone, accountId, carrier, routes } }: { readonly tried: RouteTrial }) {
  const number = usePhoneText()(phone)
  if (carrier === null) return <Text>{rich(t.routes.noRoute, { number, account: String(accountId), b: bold })}</Text>
  if (routes.length === 0)
    return <Text>{rich(t.routes.noRouteStaging, { number, account: String(accountId), b: bold })}</Text>
  const chosenAt = routes.findIndex(({ isChosen }) => isChosen)
  return (
    <Stack gap="xs">
      <Text>{rich(t.routes.goesTo, { number, account: String(accountId), carrier, b: bold })}</Text>
      <List type="ordered" spacing="xs">
        {routes.map((step, place) => (
          <List.Item key={step.id}>
            <Group gap="xs" component="span">
              <Verdict of={verdictOf(step, place > chosenAt)} />
              <span>{sentencesOf(step).join(' ')}</span>
            </Group>
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

const bold = (text: ReactNode) => <b>{text}</b>

type Verdict = keyof typeof t.routes.verdicts

const verdictOf = ({ isChosen }: TriedRoute, isPast: boolean): Verdict =>
  isChosen ? 'chosen' : isPast ? 'notNeeded' : 'skipped'

function Verdict({ of: verdict }: { readonly of: Verdict }) {
  return (
    <Status
      value={verdict}
      text={t.routes.verdicts[verdict]}
      colour={verdict === 'chosen' ? ('green' as const) : undefined}
    />
  )
}

const sentencesOf = (step: TriedRoute): readonly string[] => [
  fill(t.routes.step, { carrier: step.carrier, route: describeRoute(step), priority: step.place }),
  describeCarrier(step),
  ...(step.isChosen && !step.isAvailable ? [t.routes.waits] : []),
  ...(step.stop ? [t.routes.stopsHere] : []),
]
