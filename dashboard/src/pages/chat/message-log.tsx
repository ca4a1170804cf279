import { Button, Center, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useAsk } from '../../data.ts'
import { Problem } from '../../parts/problem.tsx'
import type { ConversationPath } from './answer.tsx'
import { Bubble } from './bubble.tsx'
import classes from './chat.module.css'

const pageSize = 50

/** What was written, the newest at the end; older pages by a button, however many there are. */
export function MessageLog({ path }: { readonly path: ConversationPath }) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useAsk(
    'GET /accounts/:account/chat/conversations/:conversation/messages',
    { path, query: { page, limit: pageSize } },
    { keep: true, everySeconds: 3 },
  )
  const log = useRef<HTMLDivElement>(null)
  const newest = data?.data[0]?.id
  // biome-ignore lint/correctness/useExhaustiveDependencies: scrolls down only for a new message
  useEffect(() => {
    if (log.current !== null) log.current.scrollTop = log.current.scrollHeight
  }, [newest])
  const pages = data?.pagination.totalPages ?? 1
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached with the keyboard
    <div ref={log} className={classes.log} role="log" aria-label="Messages" tabIndex={0}>
      <Problem error={error} onRetry={() => void refetch()} />
      {data === undefined && error === null && <Waiting />}
      {data?.data.length === 0 && (
        <Center h="100%">
          <Text c="dimmed">Nothing was written yet.</Text>
        </Center>
      )}
      {pages > 1 && (
        <Group justify="center" gap="xs" mb="md">
          <Button size="xs" variant="default" disabled={page >= pages} onClick={() => setPage(page + 1)}>
            Earlier messages
          </Button>
          {page > 1 && (
            <Button size="xs" variant="default" onClick={() => setPage(1)}>
              The latest
            </Button>
          )}
        </Group>
      )}
      {data?.data.toReversed().map((message) => (
        <Bubble key={message.id} message={message} />
      ))}
    </div>
  )
}

function Waiting() {
  return (
    <Stack gap="sm" role="status" aria-label="Messages: loading">
      <Skeleton height={40} width="60%" />
      <Skeleton height={40} width="50%" ml="auto" />
      <Skeleton height={40} width="40%" />
    </Stack>
  )
}
