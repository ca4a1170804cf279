import { Badge, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { TimelineEntry } from '../../../../src/contract/account/timeline.ts'
import { Bubble } from '../../parts/bubble.tsx'
import { describeChatState, isScheduled } from '../../parts/entry-state.ts'
import { showHour } from '../../parts/formats.ts'
import { explainReason } from '../../parts/labels.ts'
import { Note, When } from '../../parts/text.tsx'
import type { Account } from '../../session.tsx'
import { fill, rich, t } from '../../text.ts'
import { Content } from './content.tsx'
import classes from './inbox.module.css'

interface EntryProps {
  readonly account: Account
  readonly entry: TimelineEntry
}

/** A message, a note, or a line about a change of the conversation. */
export function Entry({ account, entry }: EntryProps) {
  const { kind, direction, author, at } = entry
  const time = <When at={at} show={showHour} />
  if (kind === 'note')
    return (
      <Bubble look="note" under={rich(t.inbox.noteBy, { author, at: time })}>
        <Text size="xs" fw={700} component="div">
          {t.inbox.note}
        </Text>
        <Content account={account} entry={entry} />
      </Bubble>
    )
  if (direction === null)
    return (
      <Note size="xs" className={classes.event}>
        {describeEvent(entry, time)}
      </Note>
    )
  const isOwn = direction === 'out'
  const state = isOwn ? describeState(entry) : ''
  return (
    <Bubble
      look={direction}
      hasFailed={isOwn && hasFailed(entry)}
      under={
        <>
          {!isOwn && time}
          {isOwn &&
            (author === null
              ? rich(t.inbox.under, { at: time, state })
              : rich(t.inbox.underBy, { author, at: time, state }))}
          {!isOwn && <Keyword entry={entry} />}
        </>
      }
    >
      <Content account={account} entry={entry} />
    </Bubble>
  )
}

const keywords: Readonly<Record<string, string>> = t.inbox.keywords

function Keyword({ entry: { kind, status } }: Pick<EntryProps, 'entry'>) {
  const label = kind === 'inbound' ? keywords[status ?? ''] : undefined
  return label === undefined ? null : (
    <Badge size="xs" variant="light" color={status === 'stop' ? 'red' : 'blue'} tt="none" ms={6}>
      {label}
    </Badge>
  )
}

const hasFailed = ({ kind, status }: TimelineEntry) => status === (kind === 'chat' ? 'failed' : 'UNDELIVERED')

function describeState(entry: TimelineEntry): string {
  const { kind, status, reason } = entry
  if (kind === 'chat') return describeChatState(status ?? '', reason)
  if (isScheduled(entry, Date.now())) return t.inbox.scheduled
  if (!hasFailed(entry)) return status === 'DELIVERED' ? t.inbox.delivered : t.inbox.pending
  const why = explainReason(reason, reason)
  return why === null ? t.inbox.failed : fill(t.inbox.failedReason, { reason: why })
}

function describeEvent({ kind, author, text }: TimelineEntry, at: ReactNode): ReactNode {
  const { events } = t.inbox
  if (kind === 'closed') return rich(events.closed, { author, at })
  if (kind === 'reopened') return rich(events.reopened, { author, at })
  if (text === null || text === '') return rich(events.unassigned, { author, at })
  return text === author ? rich(events.taken, { author, at }) : rich(events.assigned, { author, name: text, at })
}
