import { Button, Grid, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Sent } from '../../../../src/contract/account/messages.ts'
import { askExactly, type Exchange, read } from '../../api.ts'
import { useAsk, useChange } from '../../data.ts'
import { exampleNumber } from '../../parts/curl.ts'
import { forgetOnceKey, onceKey } from '../../parts/once-key.ts'
import { Problem } from '../../parts/problem.tsx'
import { Section } from '../../parts/section.tsx'
import { ServerSelect } from '../../parts/server-select.tsx'
import { Note, PageLink } from '../../parts/text.tsx'
import { useAbout, useThisAccount } from '../../session.tsx'
import { t } from '../../text.ts'
import { Answer } from './answer.tsx'
import { readJson } from './code.ts'
import { CodeTabs } from './code-tabs.tsx'
import { useBase } from './credential.ts'

const route = 'POST /v2/messages'

/** Sends a real message with the session of the user, and shows the same request as a program. */
export function FirstSend() {
  const account = useThisAccount()
  const { staging } = useAbout()
  const baseOf = useBase()
  const [sender, setSender] = useState<string | null>(null)
  const [number, setNumber] = useState(staging ? exampleNumber(true) : '')
  const [text, setText] = useState<string>(t.developer.first.example)
  const senders = useAsk('GET /v2/senders', { path: { account: account.id }, query: { status: 'active', limit: 1 } })
  const from = sender ?? senders.data?.data[0]?.sender ?? ''
  const body = { from, to: [number.trim()], text }
  const place = `${account.path}/api`
  const sending = useChange<typeof body, Exchange>(
    (wanted) => askExactly(route, { path: { account: account.id }, body: wanted }, { headers: onceKey(place, wanted) }),
    {
      refreshes: ['messages', 'requests', 'request-log', 'balances'].map((part) => `${account.path}/${part}`),
      // After a fault the server may have accepted the message: another try has the same key.
      onDone: ({ status }) => {
        if (status < 500) forgetOnceKey(place)
      },
    },
  )
  const isReady = from !== '' && number.trim() !== '' && text !== ''
  return (
    <Section title={t.developer.first.title} about={t.developer.first.about}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 5 }}>
          <form
            onSubmit={(event) => {
              event.preventDefault()
              if (isReady) sending.mutate(body)
            }}
          >
            <Stack gap="sm">
              <ServerSelect
                label={t.developer.first.from}
                placeholder={senders.isPending ? t.send.loading : t.send.noSender}
                route="GET /v2/senders"
                path={{ account: account.id }}
                query={{ status: 'active' }}
                labelOf={(one) => one.sender}
                idOf={(one) => one.sender}
                value={from === '' ? null : from}
                onChange={(chosen) => setSender(chosen)}
                allowDeselect={false}
              />
              {senders.data?.data.length === 0 && (
                <PageLink to={`${account.path}/senders`}>{t.developer.first.requestSender}</PageLink>
              )}
              <Problem error={senders.error} onRetry={() => void senders.refetch()} />
              <TextInput
                label={t.developer.first.to}
                description={staging ? t.developer.first.toStaging : t.developer.first.toAbout}
                inputMode="tel"
                maxLength={60}
                value={number}
                onChange={({ currentTarget: { value } }) => setNumber(value)}
              />
              <Textarea
                label={t.developer.first.text}
                autosize
                minRows={2}
                maxLength={1_000}
                value={text}
                onChange={({ currentTarget: { value } }) => setText(value)}
              />
              <Group>
                <Button type="submit" loading={sending.isPending} disabled={!isReady}>
                  {t.developer.first.send}
                </Button>
              </Group>
              <Problem error={sending.error} />
            </Stack>
          </form>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack gap="sm">
            <Text size="sm" fw={600}>
              {t.developer.first.request}
            </Text>
            <CodeTabs
              call={{ base: baseOf('console'), method: 'POST', path: '/v2/messages', body: JSON.stringify(body) }}
            />
            <Note>{t.developer.placeholders}</Note>
          </Stack>
        </Grid.Col>
      </Grid>
      {sending.data && <Answer exchange={sending.data} messageId={messageIn(sending.data)} />}
    </Section>
  )
}

/** The id of the message; null for a refused request, and for a number that got none. */
function messageIn({ status, text }: Exchange): number | null {
  if (status >= 400) return null
  const { recipients } = read(route, readJson(text)) as Sent
  return recipients?.[0]?.messageId ?? null
}
