import { Anchor, Button, CloseButton, List, Stack, Text, ThemeIcon } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ask } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { curlLine, exampleNumber, firstMessage } from '../../parts/curl.ts'
import { Icon } from '../../parts/icon.tsx'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { CodeLine } from '../../parts/text.tsx'
import { type Account, mayAs, useAbout } from '../../session.tsx'

interface Key {
  readonly apiKey: string
  readonly secret: string
}

/**
 * For an account that has sent nothing yet: how to begin. Once its first message is out they say so, and are gone at
 * the next visit.
 */
export function FirstSteps({ account, hasSent }: { readonly account: Account; readonly hasSent: boolean }) {
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `ngoma.first-steps.${account.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const first = useAsk(
    'GET /accounts/:account/messages',
    { path: { account: account.id }, query: { limit: 1 } },
    { enabled: !hasSent && !isDismissed },
  )
  const isNew = !hasSent && first.data?.data.length === 0
  // Whoever just saw them keeps them, with the key in them, until they leave the page.
  const [wereShown, setShown] = useState(false)
  if (isNew && !wereShown) setShown(true)
  if (isDismissed || !(isNew || wereShown)) return null
  return (
    <Section
      title="First steps"
      about={isNew ? 'A few minutes to your first message.' : 'Your first message is on its way.'}
      action={<CloseButton aria-label="Hide the first steps" onClick={() => setDismissed(true)} />}
    >
      <Steps account={account} isSent={!isNew} />
    </Section>
  )
}

function Steps({ account, isSent }: { readonly account: Account; readonly isSent: boolean }) {
  const { staging, publicUrl } = useAbout()
  const [key, setKey] = useState<Key | null>(null)
  const path = { account: account.id }
  const senders = useAsk('GET /accounts/:account/senders', { path, query: { status: 'active', limit: 1 } })
  const create = useChange(() => ask('POST /accounts/:account/keys', { path, body: { name: 'First steps' } }), {
    refreshes: [`${account.path}/credentials`],
    onDone: setKey,
  })
  const sender = senders.data?.data[0]?.sender ?? 'INFO'
  const message = firstMessage(sender, exampleNumber(staging))
  const line = curlLine(publicUrl ?? location.origin, message, key ?? { apiKey: 'YOUR_KEY', secret: 'YOUR_SECRET' })
  const page = (name: string, words: string) => (
    <Anchor component={Link} to={`${account.path}/${name}`}>
      {words}
    </Anchor>
  )
  return (
    <List
      type="ordered"
      spacing="md"
      listStyleType="none"
      withPadding={false}
      styles={{ itemWrapper: { width: '100%', alignItems: 'flex-start' }, itemLabel: { flex: 1, minWidth: 0 } }}
    >
      <Step place={1} isDone={key !== null} title="Make a key">
        A key and its secret are how your program signs in. Keys are made and kept under {page('api', 'API setup')}.
        {mayAs(account, 'owner') && key === null && (
          <Stack gap="xs" mt="xs" align="flex-start">
            <Button size="xs" variant="default" loading={create.isPending} onClick={() => create.mutate(undefined)}>
              Create a key and fill it in below
            </Button>
            <Problem error={create.error} />
          </Stack>
        )}
        {key !== null && (
          <Text size="sm" fw={600} mt={4} role="status">
            It stands in the line below. Copy it now: the secret can’t be shown again.
          </Text>
        )}
      </Step>
      <Step place={2} isDone={isSent} title="Send a message">
        <Text size="sm" mb="xs">
          Paste this into a terminal{!staging && ' with your number in it'}
          {mayAs(account, 'member') && <>, or write one on the page {page('send', 'Send')}</>}.
        </Text>
        <CodeLine value={line} label="First message" />
        {senders.data?.data.length === 0 && (
          <Text size="sm" mt="xs">
            You have no sender name yet, which is what people see a message come from: ask for one under{' '}
            {page('senders', 'Sender names')} first.
          </Text>
        )}
      </Step>
      {staging && (
        <Step place={3} title="Look at it on a phone">
          No real phone gets anything here: this server is for trying things out. What would arrive is on the{' '}
          {page('phones', 'virtual phones')}.
        </Step>
      )}
      <Step place={staging ? 4 : 3} title="Hear what became of it">
        Add a {page('webhooks', 'webhook')}: an address of yours that is told when a message arrives, or does not.
      </Step>
      <Step place={staging ? 5 : 4} title="Invite a colleague">
        Everybody gets a sign-in of their own, under {page('team', 'Team')}.
      </Step>
    </List>
  )
}

interface StepProps {
  readonly place: number
  readonly title: string
  readonly isDone?: boolean
  readonly children: ReactNode
}

function Step({ place, title, isDone = false, children }: StepProps) {
  return (
    <List.Item
      icon={
        <ThemeIcon variant="light" radius="xl" size={26} fz="sm" color={isDone ? 'green' : 'ngoma'}>
          {isDone ? <Icon name="check" size={16} /> : place}
        </ThemeIcon>
      }
    >
      <Text fw={600}>
        {title}
        {isDone && ' (done)'}
      </Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </List.Item>
  )
}
