import type { TimelineEntry } from '../../../src/contract/account/timeline.ts'

/** The clock of the browser may be behind that of the server. */
const skewMs = 60_000
/** Later changes of the status are shown when the conversation is opened again. */
const awaitedMs = 10 * 60_000

const isPending = ({ direction, status }: TimelineEntry) =>
  direction === 'out' && ['PENDING', 'queued', 'sent'].includes(status ?? '')

/** Whether a message is sent later. */
export const isScheduled = (entry: TimelineEntry, now: number): boolean =>
  isPending(entry) && Date.parse(entry.at) > now + skewMs

/** Divides the entries of a number: those until now, in their order, and scheduled messages, the earliest first. */
export function splitScheduled(entries: readonly TimelineEntry[], now: number) {
  const scheduled = entries.filter((entry) => isScheduled(entry, now))
  return {
    past: entries.filter((entry) => !scheduled.includes(entry)),
    scheduled: scheduled.toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at)),
  }
}

/** Whether the status of a message may change soon. */
export const isAwaited = (entry: TimelineEntry, now: number): boolean =>
  isPending(entry) && !isScheduled(entry, now) && Date.parse(entry.at) > now - awaitedMs
