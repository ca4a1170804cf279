import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { cursorOf } from '../../../../src/values/page.ts'
import { useAsk } from '../../data.ts'
import { Log } from '../../parts/log.tsx'
import { Problem } from '../../parts/problem.tsx'
import { fill, t } from '../../text.ts'
import { MessageBubble } from './bubble.tsx'
import classes from './chat.module.css'
import type { ConversationPath } from './path.ts'

const pageSize = 50

/** The messages of a conversation, the newest at the end, by page. */
export function MessageLog({ path }: { readonly path: ConversationPath }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAsk(
    'GET /v2/chat/conversations/:conversation/messages',
    { path, query: { cursor: cursorOf({ page, limit: pageSize }) } },
    { keep: true, everySeconds: 3 },
  )
  const pages = Math.ceil((data?.total ?? 0) / pageSize)
  return (
    <Log label={t.chat.messages} newest={data?.data[0]?.id} follows className={classes.log}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Loading />}
      {data?.data.length === 0 && (
        <Center h="100%">
          <Text c="dimmed">{t.chat.noMessages}</Text>
        </Center>
      )}
      {pages > 1 && (
        <Group justify="center" gap="xs" mb="md">
          <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            {t.chat.older}
          </Button>
          {page > 1 && (
            <Button size="xs" variant="default" onClick={() => setPage(1)}>
              {t.chat.latest}
            </Button>
          )}
        </Group>
      )}
      {data?.data.toReversed().map((message) => (
        <MessageBubble key={message.id} message={message} path={path} />
      ))}
    </Log>
  )
}

function Loading() {
  return (
    <Stack gap="sm" role="status" aria-label={fill(t.shared.loadingNamed, { name: t.chat.messages })}>
      <Skeleton height={40} width="60%" />
      <Skeleton height={40} width="50%" ms="auto" />
      <Skeleton height={40} width="40%" />
    </Stack>
  )
}
