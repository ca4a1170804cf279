import type { ReportFigures } from '../contract/account/reports.ts'
import type { OperatorOverview, OverviewAccount, OverviewCarrier } from '../contract/console/overview.ts'
import type { Queue } from '../contract/console/sms.ts'
import type { UnmatchedReceipts, WaitingWork } from '../contract/console/system.ts'
import { countOf } from '../values/count.ts'
import { showAmount } from '../values/money.ts'
import { withConsole } from './client.ts'
import { type Command, count, table } from './command.ts'

const showAge = (since: string | null, now: number): string =>
  since === null ? '' : showSeconds(Math.max(0, Math.floor((now - Date.parse(since)) / 1_000)))

function showSeconds(seconds: number): string {
  if (seconds < 120) return `${seconds} s`
  return seconds < 7_200 ? `${Math.floor(seconds / 60)} min` : `${Math.floor(seconds / 3_600)} h`
}

function describeQueues(queues: readonly Queue[], now: number): string {
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
    return input.print(
      { queues, work, unmatchedReceipts },
      `${describeQueues(queues, now)}\n\n${describeWork(work, now)}${describeUnmatched(unmatchedReceipts)}`,
    )
  },
}

const percent = (rate: number | null) => (rate === null ? '' : `${rate}%`)

const figureCells = (name: string, figures: ReportFigures) => [
  name,
  count(figures.messages),
  count(figures.delivered),
  count(figures.failed),
  count(figures.pending),
  percent(figures.deliveryRate),
  showAmount(figures.spent),
]

function describeFigures({ figures: { timeZone, currency, today, lastDay } }: OperatorOverview): string {
  const heads = ['', 'MESSAGES', 'DELIVERED', 'FAILED', 'PENDING', 'DELIVERY RATE', `SPENT ${currency}`.trim()]
  return table(heads, [figureCells(`Today (${timeZone})`, today), figureCells('24 hours', lastDay)])
}

function describeCarriers({ carriers }: OperatorOverview): string {
  if (carriers.length === 0) return 'No carriers. To add one, run ngoma provider set.'
  return table(
    ['CARRIER', 'STATUS', 'PER SECOND', 'LAST HOUR', 'BINDS', 'WINDOW', 'THROTTLED', 'DELIVERY RATE'],
    carriers.map(({ name, state, perSecond, minutes, binds, window, throttles, figures }) => [
      name,
      state,
      perSecond,
      count(minutes.reduce((sum, { taken }) => sum + taken, 0)),
      binds.total === 0 ? '' : `${binds.up} of ${binds.total}`,
      window === null ? '' : `${window.used} of ${window.size}`,
      throttles,
      percent(figures.deliveryRate),
    ]),
    carriers.map(describeErrors),
  )
}

/** The state in words, the problems of its binds, and the reasons of failed messages. */
function describeErrors({ state, status, binds, problems, failures }: OverviewCarrier): string | null {
  // The text about a carrier without connected binds has the problem already.
  const down =
    binds.up === 0 ? [] : problems.flatMap(({ place, problem }) => (problem ? [`Bind ${place}: ${problem}.`] : []))
  const reasons = failures.map((one) => `${countOf(one.count, 'message')} failed: ${one.text}`)
  const words = [...(state === 'up' ? [] : [status]), ...down, ...reasons]
  return words.length === 0 ? null : words.join(' ')
}

function describeProviders({ providers }: OperatorOverview): string {
  if (providers.length === 0) return 'No providers of airtime, payments or chat.'
  return table(
    ['PROVIDER', 'PRODUCT', 'STATUS', 'OPEN'],
    providers.map(({ name, product, state, open }) => [name, product, state, open]),
    providers.map(({ state, status }) => (state === 'up' ? null : status)),
  )
}

const stateTexts: Readonly<Record<OverviewAccount['state'], string>> = {
  active: 'active',
  credit_low: 'low credit',
  credit_used_up: 'no credit',
  suspended: 'suspended',
}

function describeAccounts({ accounts }: OperatorOverview): string {
  if (accounts.length === 0) return 'No account has sent messages in the last 24 hours.'
  return table(
    ['ID', 'ACCOUNT', 'STATUS', 'SMS CREDIT', 'MESSAGES', 'FAILED', 'DELIVERY RATE'],
    accounts.map(({ id, name, state, available, currency, messages, failed, deliveryRate }) => [
      id,
      name,
      stateTexts[state],
      available === null ? '' : `${showAmount(available)} ${currency}`,
      count(messages),
      count(failed),
      percent(deliveryRate),
    ]),
  )
}

function describeApprovals({ approvals: { count: pending, more, oldest } }: OperatorOverview): string {
  if (pending === 0) return 'No sender names wait for approval.'
  const names = oldest.map(({ sender, accountName }) => `${sender} (${accountName})`).join(', ')
  return `${more ? 'More than ' : ''}${countOf(pending, 'sender name')} waiting for approval, oldest first: ${names}`
}

function describeWaiting({ waiting: { messages, scheduled, oldestSeconds, more } }: OperatorOverview): string {
  const oldest = oldestSeconds === null ? '' : `, the oldest for ${showSeconds(oldestSeconds)}`
  return `${more ? 'About ' : ''}${countOf(messages, 'message')} waiting${oldest}; ${count(scheduled)} scheduled.`
}

function describeOverview(overview: OperatorOverview, now: number): string {
  return [
    describeFigures(overview),
    describeApprovals(overview),
    `Carriers\n\n${describeCarriers(overview)}`,
    `Queues: ${describeWaiting(overview)}${overview.queues.length === 0 ? '' : `\n\n${describeQueues(overview.queues, now)}`}`,
    `Providers\n\n${describeProviders(overview)}`,
    `Accounts that need attention, then the busiest of the last 24 hours\n\n${describeAccounts(overview)}`,
  ].join('\n\n')
}

export const overview: Command = {
  name: 'overview',
  about: 'Show the state of the whole installation: traffic, carriers, queues, providers and accounts.',
  options: {
    'time-zone': { value: 'ZONE', about: 'Time zone of today, such as Africa/Nairobi. Default: UTC.' },
  },
  notes:
    'WINDOW is the used part of the windows of all connected binds. THROTTLED counts the last five minutes. Figures of carriers and accounts are those of the last 24 hours.',
  examples: ['overview', 'overview --json'],
  async run(input) {
    const found = await withConsole((console) =>
      console.call('GET /overview', { query: { timeZone: input.text('time-zone') } }),
    )
    return input.print(found, describeOverview(found, Date.now()))
  },
}
