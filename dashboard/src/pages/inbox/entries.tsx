import { Button, Center, Skeleton, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { showDay } from '../../parts/formats.ts'
import { Log } from '../../parts/log.tsx'
import { Problem } from '../../parts/problem.tsx'
import type { Account } from '../../session.tsx'
import { fill, t } from '../../text.ts'
import { Entry } from './entry.tsx'
import classes from './inbox.module.css'

interface EntriesProps {
  readonly account: Account
  /** Newest first. */
  readonly entries: {
    readonly items: readonly TimelineEntry[] | undefined
    readonly error: Error | null
    readonly retry: () => void
    readonly loadMore: (() => void) | null
    readonly isLoadingMore: boolean
  }
}

/** The messages, notes and events of a conversation by day, the newest at the end. */
export function Entries({ account, entries: { items, error, retry, loadMore, isLoadingMore } }: EntriesProps) {
  const shown = items?.toReversed() ?? []
  const days = shown.map(({ at }) => showDay(new Date(at)))
  const newest = items?.[0]
  return (
    <Log
      label={t.inbox.messages}
      newest={newest?.id}
      follows={newest !== undefined && newest.direction !== 'in'}
      className={classes.log}
    >
      <Problem error={error} onRetry={retry} />
      {items === undefined && error === null && <Loading />}
      {items?.length === 0 && (
        <Center>
          <Text c="dimmed">{t.inbox.noMessages}</Text>
        </Center>
      )}
      {loadMore !== null && (
        <Center>
          <Button size="xs" variant="default" loading={isLoadingMore} onClick={loadMore}>
            {t.inbox.earlier}
          </Button>
        </Center>
      )}
      {shown.map((entry, place) => (
        <Fragment key={entry.id}>
          {days[place] !== days[place - 1] && <div className={classes.day}>{days[place]}</div>}
          <Entry account={account} entry={entry} />
        </Fragment>
      ))}
    </Log>
  )
}

function Loading() {
  return (
    <Stack gap="sm" role="status" aria-label={fill(t.shared.loadingNamed, { name: t.inbox.messages })}>
      <Skeleton height={40} width="60%" />
      <Skeleton height={40} width="50%" ms="auto" />
      <Skeleton height={40} width="40%" />
    </Stack>
  )
}
