import type { TimelineEntry } from '../../../src/contract/account/timeline.ts'
import { fill, t, wordFor } from '../text.ts'

const failures: Readonly<Record<string, string>> = t.chat.notSent

/** The state of an outgoing chat message, and why it failed. */
export function describeChatState(state: string, reason: string | null): string {
  if (state !== 'failed') return wordFor(t.chat.states, state)
  if (reason === null) return t.chat.failed
  return failures[reason] ?? fill(t.chat.failedReason, { reason: reason.replaceAll('_', ' ') })
}

const types: Readonly<Record<string, string>> = t.chat.types

/** The text of a message in lists. Chat messages with other contents begin with their type in brackets. */
export function describeText(text: string, channel: string | null): string {
  const [, type = '', rest = ''] = /^\[([a-z]+)\] ?(.*)$/s.exec(text) ?? []
  const named = channel === 'sms' ? undefined : types[type]
  if (named === undefined) return text
  return rest === '' ? named : fill(t.chat.summary, { type: named, text: rest })
}

/** The clock of the browser may be behind that of the server. */
const skewMs = 60_000
/** Later changes of the status are shown when the conversation is opened again. */
const awaitedMs = 10 * 60_000

const isPending = ({ direction, status }: TimelineEntry) =>
  direction === 'out' && ['PENDING', 'queued', 'sent'].includes(status ?? '')

/** Whether a message is sent later. */
export const isScheduled = (entry: TimelineEntry, now: number): boolean =>
  isPending(entry) && Date.parse(entry.at) > now + skewMs

/**
 * Divides the entries of a number, which arrive newest first, into those until now and scheduled messages, each the
 * earliest first. The server reads messages by id, so a message that was scheduled is among those of its creation.
 */
export function splitScheduled(entries: readonly TimelineEntry[], now: number) {
  const sorted = entries.toReversed().toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
  const { past = [], scheduled = [] } = Object.groupBy(sorted, (entry) =>
    isScheduled(entry, now) ? 'scheduled' : 'past',
  )
  return { past, scheduled }
}

/** Whether the status of a message may change soon. */
export const isAwaited = (entry: TimelineEntry, now: number): boolean =>
  isPending(entry) && !isScheduled(entry, now) && Date.parse(entry.at) > now - awaitedMs
