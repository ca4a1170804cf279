import { Button, Center, Divider, Skeleton, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { Log } from '../../parts/bubble.tsx'
import { splitScheduled } from '../../parts/entry-state.ts'
import { showDay } from '../../parts/formats.ts'
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

/** The messages, notes and events of a conversation by day, the newest at the end. Scheduled messages follow. */
export function Entries({ account, entries: { items, error, retry, loadMore, isLoadingMore } }: EntriesProps) {
  const { past, scheduled } = splitScheduled(items ?? [], Date.now())
  const newest = items?.[0]
  return (
    <Log
      label={t.inbox.messages}
      newest={newest?.id}
      follows={newest !== undefined && newest.direction !== 'in'}
      className={classes.log}
    >
      <Problem error={error} onRetry={retry} />
      {items === undefined && error === null && <Loading name={t.inbox.messages} />}
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
      <Days account={account} entries={past} />
      {scheduled.length > 0 && (
        <>
          <Divider my="sm" label={t.inbox.scheduled} />
          <Days account={account} entries={scheduled} />
        </>
      )}
    </Log>
  )
}

function Days({ account, entries }: { readonly account: Account; readonly entries: readonly TimelineEntry[] }) {
  const days = entries.map(({ at }) => showDay(new Date(at)))
  return entries.map((entry, place) => (
    <Fragment key={entry.id}>
      {days[place] !== days[place - 1] && <div className={classes.day}>{days[place]}</div>}
      <Entry account={account} entry={entry} />
    </Fragment>
  ))
}

export function Loading({ name }: { readonly name: string }) {
  return (
    <Stack gap="sm" p="md" role="status" aria-label={fill(t.shared.loadingNamed, { name })}>
      <Skeleton height={40} width="60%" />
      <Skeleton height={40} width="50%" ms="auto" />
      <Skeleton height={40} width="40%" />
    </Stack>
  )
}
