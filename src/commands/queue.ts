import type { Queue } from '../contract/console/sms.ts'
import type { UnmatchedReceipts, WaitingWork } from '../contract/console/system.ts'
import { countOf } from '../values/count.ts'
import { withConsole } from './client.ts'
import { type Command, exitCodes, table } from './command.ts'

const showAge = (since: string | null, now: number): string =>
  since === null ? '' : showSeconds(Math.max(0, Math.floor((now - Date.parse(since)) / 1_000)))

export function showSeconds(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}

export function describeQueues(queues: readonly Queue[], now: number): string {
  if (queues.length === 0) return 'No pending messages.'
  return table(
    ['CARRIER', 'TYPE', 'WAITING', 'OLDEST', 'CLAIMED', 'SCHEDULED', 'PER SECOND'],
    queues.map((one) => [
      one.carrier,
      one.lane,
      `${one.more ? 'about ' : ''}${one.messages}`,
      showAge(one.oldestDueAt, now),
      one.inHand,
      one.scheduled,
      one.perSecond,
    ]),
    queues.map(({ waitsFor }) => waitsFor),
  )
}

function describeWork(work: readonly WaitingWork[], now: number): string {
  const due = work.filter((one) => one.due > 0)
  if (due.length === 0) return 'No background work is due.'
  return table(
    ['WORK', 'DUE', 'CLAIMED', 'OLDEST'],
    due.map((one) => [one.work, one.due, one.inHand, showAge(one.oldestDueAt, now)]),
  )
}

function describeUnmatched(unmatched: readonly UnmatchedReceipts[]): string {
  const lines = unmatched.map(
    ({ carrier, count }) =>
      `${countOf(count, 'delivery receipt')} of ${carrier} in the last hour without a matching message. To list them: ngoma provider list-receipts --carrier ${carrier}`,
  )
  return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
}

export const queue: Command = {
  name: 'queue',
  about: 'Show pending messages by carrier and message type, due background work and unmatched receipts.',
  notes:
    'PER SECOND is the rate that the carrier accepted in the last minute, over all message types. CLAIMED messages are being sent by a worker. Background work is counted up to 10,000 rows.',
  examples: ['queue'],
  async run(input) {
    const [{ data: queues }, { data: work, unmatchedReceipts }] = await withConsole(
      async (console) => [await console.call('GET /queues', {}), await console.call('GET /work', {})] as const,
    )
    const now = Date.now()
    input.print(
      { queues, work, unmatchedReceipts },
      `${describeQueues(queues, now)}\n\n${describeWork(work, now)}${describeUnmatched(unmatchedReceipts)}`,
    )
    return exitCodes.done
  },
}
