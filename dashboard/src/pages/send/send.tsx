import { Anchor, Button, Checkbox, Grid, Group, Paper, Select, Stack, Text, TextInput } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { send, useAsk, useChange } from '../../data.ts'
import { MessageText } from '../../parts/message-text.tsx'
import { useOnceKey } from '../../parts/once-key.ts'
import { PageHead } from '../../parts/page-head.tsx'
import { Problem } from '../../parts/problem.tsx'
import { toScheduleTime } from '../../parts/schedule-time.ts'
import { ServerSelect } from '../../parts/server-select.tsx'
import { type Account, useThisAccount } from '../../session.tsx'
import { Cost } from './cost.tsx'
import { useDraft } from './draft.ts'
import { Recipients } from './recipients.tsx'
import { toQuote, toRequest } from './request.ts'
import { type Sent, SentNote } from './sent.tsx'

interface Template {
  readonly id: number
  readonly title: string
  readonly text: string
}

/** Writing to people: who, what, when, and what it costs, on one page. */
export function SendPage() {
  const account = useThisAccount()
  const { draft, file, change, setFile, clear } = useDraft(account.id)
  const [sent, setSent] = useState<Sent | null>(null)
  usePrefill(account, change)
  const senders = useAsk<{ data: readonly { sender: string }[] }>(`${account.path}/senders`, { status: 'active', limit: 100 })
  const names = senders.data?.data.map(({ sender }) => sender) ?? []
  const [firstName] = names
  useEffect(() => {
    if (draft.sender === '' && firstName !== undefined) change({ sender: firstName })
  })
  const request = toRequest(draft, file)
  const isTimeMissing = draft.isLater && toScheduleTime(draft.later) === null
  const key = useOnceKey(JSON.stringify([draft, file?.name, file?.numbers.length]))
  const sending = useChange(() => send<Sent>('POST', `${account.path}${request?.path}`, request?.body, key), {
    refreshes: ['messages', 'scheduled', 'balances', 'overview', 'requests'].map((part) => `${account.path}/${part}`),
    onDone: (answer) => {
      setSent(answer)
      if (answer.successful) clear()
    },
  })
  const hasStray = draft.to !== 'book' && /\{\w+\}/.test(draft.text)
  return (
    <>
      <PageHead title="Send" about="Write to one number, a list of numbers, or an address book; now or later." />
      {sent && <SentNote account={account} sent={sent} onClose={() => setSent(null)} />}
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Paper withBorder p="md">
            <form
              onSubmit={(event) => {
                event.preventDefault()
                setSent(null)
                sending.mutate(undefined)
              }}
            >
              <Stack gap="md">
                <Select
                  label="From"
                  description="The sender name that people see."
                  placeholder={senders.isPending ? 'Loading…' : 'You have no active sender name yet'}
                  data={[...new Set(names)]}
                  value={draft.sender === '' ? null : draft.sender}
                  onChange={(sender) => change({ sender: sender ?? '' })}
                  allowDeselect={false}
                  searchable
                />
                <Problem error={senders.error} onRetry={() => void senders.refetch()} />
                <Recipients account={account} draft={draft} file={file} change={change} setFile={setFile} />
                <ServerSelect<Template>
                  label="Template"
                  description="Begin with a text that you have kept."
                  placeholder="None"
                  path={`${account.path}/templates`}
                  labelOf={({ title }) => title}
                  idOf={({ id }) => String(id)}
                  value={null}
                  onChange={(_, template) => template !== null && change({ text: template.text })}
                />
                <div>
                  <MessageText label="Message" value={draft.text} onChange={(text) => change({ text })} hasPlaceholders={draft.to === 'book'} />
                  {hasStray && (
                    <Text size="sm" c="var(--mantine-color-error)">
                      Placeholders are filled in only when you write to an address book; numbers would get them as they stand here.
                    </Text>
                  )}
                </div>
                <TextInput
                  label="Campaign"
                  description="If you like, a name to find these messages by later. Nobody else sees it."
                  maxLength={255}
                  value={draft.campaign}
                  onChange={({ currentTarget: { value } }) => change({ campaign: value })}
                />
                <Group align="flex-end">
                  <Checkbox label="Send later" checked={draft.isLater} onChange={({ currentTarget: { checked } }) => change({ isLater: checked })} />
                  {draft.isLater && (
                    <TextInput
                      type="datetime-local"
                      label={`When (${Intl.DateTimeFormat().resolvedOptions().timeZone})`}
                      value={draft.later}
                      onChange={({ currentTarget: { value } }) => change({ later: value })}
                    />
                  )}
                </Group>
                <Problem error={sending.error} />
                <Group justify="space-between">
                  <Button type="submit" loading={sending.isPending} disabled={request === null || isTimeMissing}>
                    {draft.isLater ? 'Schedule' : 'Send now'}
                  </Button>
                  <Anchor component={Link} to={`${account.path}/scheduled`} size="sm">
                    What is scheduled
                  </Anchor>
                </Group>
              </Stack>
            </form>
          </Paper>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Cost account={account} quote={request === null ? null : toQuote(request, draft)} />
        </Grid.Col>
      </Grid>
    </>
  )
}

/** Other pages lead here with a book, a template, or a number. */
function usePrefill(account: Account, change: ReturnType<typeof useDraft>['change']): void {
  const { book, template, to } = useSearch({ strict: false }) as { book?: number | string; template?: number | string; to?: number | string }
  const books = useAsk<{ id: number; name: string }>(`${account.path}/books/${book}`, undefined, { enabled: book !== undefined })
  const templates = useAsk<Template>(`${account.path}/templates/${template}`, undefined, { enabled: template !== undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when each has come
  useEffect(() => {
    if (books.data) change({ to: 'book', book: { id: books.data.id, name: books.data.name } })
  }, [books.data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when each has come
  useEffect(() => {
    if (templates.data) change({ text: templates.data.text })
  }, [templates.data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when each has come
  useEffect(() => {
    if (to !== undefined) change({ to: 'numbers', numbers: String(to) })
  }, [to])
}
