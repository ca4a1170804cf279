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
import { fill, rich, t } from '../../text.ts'

interface Key {
  readonly apiKey: string
  readonly secret: string
}

/** The steps to a first message. They disappear on the next visit after it was sent. */
export function FirstSteps({ account, hasSent }: { readonly account: Account; readonly hasSent: boolean }) {
  const [isDismissed, setDismissed] = useLocalStorage({
    key: `ngoma.first-steps.${account.id}`,
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const first = useAsk(
    'GET /v2/messages',
    { path: { account: account.id }, query: { limit: 1 } },
    { enabled: !hasSent && !isDismissed },
  )
  const isNew = !hasSent && first.data?.data.length === 0
  // Once shown, the steps stay until the user leaves the page, because they may contain a new key.
  const [wereShown, setShown] = useState(false)
  if (isNew && !wereShown) setShown(true)
  if (isDismissed || !(isNew || wereShown)) return null
  return (
    <Section
      title={t.home.firstSteps}
      about={isNew ? t.home.firstStepsAbout : t.home.firstStepsSent}
      action={<CloseButton aria-label={t.home.hideFirstSteps} onClick={() => setDismissed(true)} />}
    >
      <Steps account={account} isSent={!isNew} />
    </Section>
  )
}

function Steps({ account, isSent }: { readonly account: Account; readonly isSent: boolean }) {
  const { staging, publicUrl } = useAbout()
  const [key, setKey] = useState<Key | null>(null)
  const path = { account: account.id }
  const senders = useAsk('GET /v2/senders', { path, query: { status: 'active', limit: 1 } })
  const create = useChange(() => ask('POST /accounts/:account/keys', { path, body: { name: t.home.keyName } }), {
    refreshes: [`${account.path}/credentials`],
    onDone: setKey,
  })
  const sender = senders.data?.data[0]?.sender ?? 'INFO'
  const message = firstMessage(sender, exampleNumber(staging))
  const line = curlLine(publicUrl ?? location.origin, message, key ?? { apiKey: 'YOUR_KEY', secret: 'YOUR_SECRET' })
  const linkTo = (page: string) => ({
    link: (text: ReactNode) => (
      <Anchor component={Link} to={`${account.path}/${page}`}>
        {text}
      </Anchor>
    ),
  })
  return (
    <List
      type="ordered"
      spacing="md"
      listStyleType="none"
      withPadding={false}
      styles={{ itemWrapper: { width: '100%', alignItems: 'flex-start' }, itemLabel: { flex: 1, minWidth: 0 } }}
    >
      <Step place={1} isDone={key !== null} title={t.home.keyStep}>
        {rich(t.home.keyStepAbout, linkTo('api'))}
        {mayAs(account, 'owner') && key === null && (
          <Stack gap="xs" mt="xs" align="flex-start">
            <Button size="xs" variant="default" loading={create.isPending} onClick={() => create.mutate(undefined)}>
              {t.home.createKey}
            </Button>
            <Problem error={create.error} />
          </Stack>
        )}
        {key !== null && (
          <Text size="sm" fw={600} mt={4} role="status">
            {t.home.keyCreated}
          </Text>
        )}
      </Step>
      <Step place={2} isDone={isSent} title={t.home.sendStep}>
        <Text size="sm" mb="xs">
          {staging ? t.home.sendStepStaging : t.home.sendStepProduction}{' '}
          {mayAs(account, 'member') && rich(t.home.sendStepPage, linkTo('send'))}
        </Text>
        <CodeLine value={line} label={t.home.firstMessage} />
        {senders.data?.data.length === 0 && (
          <Text size="sm" mt="xs">
            {rich(t.home.noSender, linkTo('senders'))}
          </Text>
        )}
      </Step>
      {staging && (
        <Step place={3} title={t.home.phoneStep}>
          {rich(t.home.phoneStepAbout, linkTo('phones'))}
        </Step>
      )}
      <Step place={staging ? 4 : 3} title={t.home.reportStep}>
        {rich(t.home.reportStepAbout, linkTo('webhooks'))}
      </Step>
      <Step place={staging ? 5 : 4} title={t.home.inviteStep}>
        {rich(t.home.inviteStepAbout, linkTo('team'))}
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
      <Text fw={600}>{isDone ? fill(t.home.stepDone, { step: title }) : title}</Text>
      <Text size="sm" component="div">
        {children}
      </Text>
    </List.Item>
  )
}
