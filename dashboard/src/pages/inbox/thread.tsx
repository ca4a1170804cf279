import { Box, Divider, Paper } from '@mantine/core'
import { useDocumentVisibility } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { Conversation } from '../../../../src/contract/account/conversations.ts'
import { ask } from '../../api.ts'
import { refresh, shouldRetry, useAsk, useEndless } from '../../data.ts'
import { isAwaited } from '../../parts/entry-state.ts'
import { Problem } from '../../parts/problem.tsx'
import { Note } from '../../parts/text.tsx'
import { type Account, mayAs } from '../../session.tsx'
import { t } from '../../text.ts'
import { Composer } from './composer.tsx'
import { Entries, Loading } from './entries.tsx'
import { ThreadHead } from './head.tsx'
import classes from './inbox.module.css'
import { Side } from './side.tsx'

interface ThreadProps {
  readonly account: Account
  readonly id: string
  readonly onBack: () => void
}

/** While an own message is pending: delivery changes its status without an event of the conversation. */
const pendingSeconds = 3

/** One conversation: its messages and notes, the reply field, and the contact. */
export function Thread({ account, id, onBack }: ThreadProps) {
  const path = { account: account.id, conversation: id }
  const { data, error, refetch } = useAsk('GET /v2/conversations/:conversation', { path })
  const entries = useEndless(
    'GET /v2/conversations/:conversation/entries',
    { path, query: { limit: 50 } },
    { everySeconds: (items) => (items.some((entry) => isAwaited(entry, Date.now())) ? pendingSeconds : null) },
  )
  useRead(account, entries.isCurrent ? data : undefined)
  return (
    <>
      <Paper withBorder component="section" aria-label={t.inbox.conversation} className={classes.thread}>
        <ThreadHead account={account} conversation={data} onBack={onBack} />
        <Divider />
        {error !== null && (
          <Box p="md">
            <Problem error={error} onRetry={() => void refetch()} />
          </Box>
        )}
        {data === undefined && error === null && <Loading name={t.inbox.conversation} />}
        {data && (
          <>
            <Entries account={account} entries={entries} />
            <Divider />
            <Box p="sm">
              {mayAs(account, 'member') ? (
                <Composer account={account} conversation={data} entries={entries.items ?? []} />
              ) : (
                <Note>{t.inbox.readOnly}</Note>
              )}
            </Box>
          </>
        )}
      </Paper>
      {data && <Side account={account} conversation={data} />}
    </>
  )
}

/** Marks the incoming messages as read while the page shows them. Undefined until it does. */
function useRead(account: Account, shown: Conversation | undefined): void {
  const isVisible = useDocumentVisibility() === 'visible'
  const marked = useRef(0)
  const { mutate } = useMutation({
    mutationFn: (body: { readonly id: number; readonly incoming: number }) =>
      ask('POST /v2/conversations/:conversation/read', {
        path: { account: account.id, conversation: body.id },
        body: { incoming: body.incoming },
      }),
    retry: shouldRetry,
    onSuccess: () => refresh(`${account.path}/conversations`),
    // The next look or message tries again.
    onError: () => {
      marked.current = 0
    },
  })
  const { id = 0, incoming = 0, unread = 0 } = shown ?? {}
  const isUnread = isVisible && (unread ?? 0) > 0
  useEffect(() => {
    if (!isUnread || marked.current >= incoming) return
    marked.current = incoming
    mutate({ id, incoming })
  }, [isUnread, id, incoming, mutate])
}
