import { Button, Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import type { Conversation } from '../../../../src/contract/console/chat.ts'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import { showCount, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { nameOfChannel } from './channel.ts'
import classes from './chat.module.css'

interface ConversationListProps {
  readonly account: Account
  /** The id in the address. */
  readonly chosen: string | undefined
  readonly onChoose: (id: number) => void
}

const pageSize = 15

/** Where something was written last comes first. */
export function ConversationList({ account, chosen, onChoose }: ConversationListProps) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAsk(
    'GET /accounts/:account/chat/conversations',
    { path: { account: account.id }, query: { page, limit: pageSize } },
    { keep: true, everySeconds: 5 },
  )
  const pages = data?.pagination.totalPages ?? 1
  return (
    <Stack gap="sm">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Waiting />}
      {data?.data.length === 0 && (
        <Paper withBorder p="lg">
          <Text c="dimmed" ta="center">
            There are no conversations yet. One begins when your program calls POST /v1/chatapi; API setup has the keys
            for that.
          </Text>
        </Paper>
      )}
      {data && data.data.length > 0 && (
        <Paper withBorder component="nav" aria-label="Conversations" className={classes.list}>
          {data.data.map((one) => (
            <Entry
              key={one.id}
              conversation={one}
              isChosen={String(one.id) === chosen}
              onChoose={() => onChoose(one.id)}
            />
          ))}
        </Paper>
      )}
      {pages > 1 && (
        <Group justify="space-between" gap="xs" wrap="nowrap">
          <Button size="xs" variant="default" disabled={page === 1} onClick={() => setPage(page - 1)}>
            Newer
          </Button>
          <Text size="sm" c="dimmed">
            Page {showCount(page)} of {showCount(pages)}
          </Text>
          <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Older
          </Button>
        </Group>
      )}
    </Stack>
  )
}

interface EntryProps {
  readonly conversation: Conversation
  readonly isChosen: boolean
  readonly onChoose: () => void
}

function Entry({ conversation: { to, channel, from, changedAt, sessionUntil }, isChosen, onChoose }: EntryProps) {
  return (
    <UnstyledButton className={classes.entry} onClick={onChoose} aria-current={isChosen ? 'true' : undefined}>
      <Group justify="space-between" gap="xs" wrap="nowrap" component="span">
        <Text span fw={600} className="number">
          {to}
        </Text>
        <Text span size="xs" c="dimmed" ta="right">
          <When at={changedAt} />
        </Text>
      </Group>
      <Text span size="sm" c="dimmed" display="block">
        {nameOfChannel(channel)} · as {from}
        {sessionUntil !== null && ' · can be answered'}
      </Text>
    </UnstyledButton>
  )
}

function Waiting() {
  return (
    <Stack gap="xs" role="status" aria-label="Conversations: loading">
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={56} />
      ))}
    </Stack>
  )
}
