import { Button, Group, Paper, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core'
import type { Conversation } from '../../../../src/contract/account/chat.ts'
import { cursorOf } from '../../../../src/values/page.ts'
import { useAsk } from '../../data.ts'
import { nameOfChannel } from '../../parts/channel.ts'
import { usePage } from '../../parts/filters.ts'
import { Phone } from '../../parts/phone.tsx'
import { Problem } from '../../parts/problem.tsx'
import { When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import classes from './chat.module.css'

interface ConversationListProps {
  readonly account: Account
  /** The id in the URL. */
  readonly chosen: string | undefined
  readonly onChoose: (id: number) => void
}

const pageSize = 15
/** The name of the list in the address. */
export const listName = 'conversations'

/** Conversations, the most recent first. */
export function ConversationList({ account, chosen, onChoose }: ConversationListProps) {
  const [page, setPage] = usePage(listName)
  const { data, error, refetch } = useAsk(
    'GET /v2/chat/conversations',
    { path: { account: account.id }, query: { cursor: cursorOf({ page, limit: pageSize }) } },
    { keep: true, everySeconds: 5 },
  )
  const pages = Math.ceil((data?.total ?? 0) / pageSize)
  return (
    <Stack gap="sm">
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading />}
      {data?.data.length === 0 && (
        <Paper withBorder p="lg">
          <Text c="dimmed" ta="center">
            {t.chat.empty}
          </Text>
        </Paper>
      )}
      {data && data.data.length > 0 && (
        <Paper withBorder component="nav" aria-label={t.chat.conversations} className={classes.list}>
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
            {t.shared.paging.previous}
          </Button>
          <Text size="sm" c="dimmed">
            {fill(t.chat.pageOf, { page, pages })}
          </Text>
          <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t.shared.paging.next}
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
          <Phone of={to} isPlain />
        </Text>
        <Text span size="xs" c="dimmed" ta="end">
          <When at={changedAt} />
        </Text>
      </Group>
      <Text span size="sm" c="dimmed" display="block">
        {fill(sessionUntil === null ? t.chat.entry : t.chat.entryOpen, {
          channel: nameOfChannel(channel),
          sender: from,
        })}
      </Text>
    </UnstyledButton>
  )
}

function Loading() {
  return (
    <Stack gap="xs" role="status" aria-label={fill(t.shared.loadingNamed, { name: t.chat.conversations })}>
      {[1, 2, 3].map((place) => (
        <Skeleton key={place} height={56} />
      ))}
    </Stack>
  )
}
