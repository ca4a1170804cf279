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

/** Whether the status of a message may change soon. */
export const isAwaited = (entry: TimelineEntry, now: number): boolean =>
  isPending(entry) && !isScheduled(entry, now) && Date.parse(entry.at) > now - awaitedMs
