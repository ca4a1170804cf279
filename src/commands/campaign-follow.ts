import { setTimeout as sleep } from 'node:timers/promises'
import { readConfig } from '../config.ts'
import type { Campaign } from '../contract/account/campaigns.ts'
import { describePause, describePlace, describeTotals, nextSteps } from './campaign-view.ts'
import type { ConsoleClient } from './client.ts'
import { count, exitCodes, Failure, type Input, type Option, timeCell } from './command.ts'
import { accountIn } from './lists.ts'
import { barOf, createProgress } from './progress.ts'

export const followOption: Readonly<Record<string, Option>> = {
  follow: { about: 'Show the progress until the campaign ends or pauses. Ctrl-C leaves it running.' },
}

const lookMs = 1_000
/** Small campaigns end at once, so the first looks come sooner. */
const firstLookMs = 250
const rateSeconds = 60

/** The number of processed recipients at a time. */
export interface Sample {
  readonly atMs: number
  readonly processed: number
}

/** Recipients per second in the last minute; 0 when it is unknown. */
export function rateOf(samples: readonly Sample[]): number {
  const last = samples.at(-1)
  const first = samples.find(({ atMs }) => last !== undefined && last.atMs - atMs <= rateSeconds * 1_000)
  if (first === undefined || last === undefined || last.atMs === first.atMs) return 0
  return Math.max(0, (1_000 * (last.processed - first.processed)) / (last.atMs - first.atMs))
}

/** The expected seconds until all recipients are processed; null when nothing moves. A pace is the upper limit. */
export function secondsLeft({ progress, pace }: Pick<Campaign, 'progress' | 'pace'>, rate: number): number | null {
  const limit = pace === null ? Number.POSITIVE_INFINITY : pace / 60
  const expected = rate > 0 ? Math.min(rate, limit) : pace === null ? 0 : limit
  return expected > 0 ? Math.ceil((progress.recipients - progress.processed) / expected) : null
}

/** A time in its two largest units: "45 s", "3 min 20 s", "2 h 5 min", "4 d 2 h". */
export function describeDuration(seconds: number): string {
  const units: readonly (readonly [string, number])[] = [
    ['d', 86_400],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ]
  const largest = units.findIndex(([, size]) => seconds >= size)
  const [first, second] = largest === -1 ? units.slice(-1) : units.slice(largest)
  const [name = 's', size = 1] = first ?? []
  const rest = second === undefined ? 0 : Math.floor((seconds % size) / second[1])
  return `${Math.floor(seconds / size)} ${name}${rest > 0 ? ` ${rest} ${second?.[0]}` : ''}`
}

const describeRate = (rate: number) =>
  rate >= 1 ? `${count(Math.round(rate))}/s` : `${count(Math.round(60 * rate))}/min`

/** One line about a running campaign. On a narrow terminal, the percentage stands alone: a wrapped line cannot be overwritten. */
export function progressLine(campaign: Campaign, rate: number, width = Number.POSITIVE_INFINITY): string {
  const { id, status, startsAt, progress, results } = campaign
  const name = `campaign ${id}`
  if (status === 'scheduled') return `${name}  starts at ${startsAt === null ? 'its time' : timeCell(startsAt)}`
  if (status === 'preparing') return `${name}  reading the audience`
  const { processed, recipients, pending } = progress
  const left = secondsLeft(campaign, rate)
  const bar = barOf(processed, recipients)
  const figures = [
    `${count(processed)} of ${count(recipients)}`,
    `${count(results.delivered)} delivered, ${count(results.failed)} failed`,
    ...(processed >= recipients
      ? [`${count(pending)} pending`]
      : [...(rate > 0 ? [describeRate(rate)] : []), ...(left === null ? [] : [`${describeDuration(left)} left`])]),
  ]
  const line = [name, bar, ...figures].join('  ')
  return line.length < width ? line : [bar.slice(-4).trim(), ...figures].join('  ').slice(0, width - 1)
}

const movingStatuses: readonly Campaign['status'][] = ['scheduled', 'preparing', 'sending']

const isMoving = ({ status }: Pick<Campaign, 'status'>) => movingStatuses.includes(status)

/** The embedded database belongs to this process now, so no server could send. */
export function requireServer(console: ConsoleClient): void {
  if (!console.isServed && readConfig().databaseUrl === null)
    throw new Failure(
      'no server is running here, so no campaign is sent. Start one with "ngoma serve".',
      exitCodes.unreachable,
    )
}

function describeEnd(input: Input, campaign: Campaign): string {
  const { id, status } = campaign
  const next = (...steps: string[]) => `\n\n${nextSteps(input, steps, id)}`
  if (isMoving(campaign)) {
    const place = status === 'scheduled' ? 'it waits for its time' : `${describePlace(campaign)} processed`
    return `Campaign ${id} continues: ${place}.${next('follow', 'pause')}`
  }
  if (status === 'draft') return `Campaign ${id} is a draft.${next('start')}`
  if (status === 'paused')
    return `Campaign ${id} is paused after ${describePlace(campaign)}: ${describePause(campaign)}.${next('resume', 'cancel')}`
  const totals = describeTotals(campaign)
  if (status === 'cancelled')
    return `Campaign ${id} was cancelled after ${describePlace(campaign)}.\n${totals}${next('results')}`
  return `Campaign ${id} is done.\n${totals}${next('results')}`
}

/** Reads the campaign once a second until it ends or pauses, or the user stops the command. */
async function watch(
  console: ConsoleClient,
  path: { readonly account: string; readonly campaign: number },
  first: Campaign,
  signal: AbortSignal,
): Promise<Campaign> {
  let current = first
  const samples: Sample[] = []
  const take = () => {
    samples.push({ atMs: performance.now(), processed: current.progress.processed })
    if (samples.length > 2 * rateSeconds) samples.shift()
  }
  if (current.status === 'sending') take()
  const progress = createProgress(() => progressLine(current, rateOf(samples), process.stderr.columns))
  try {
    for (let look = 1; isMoving(current) && !signal.aborted; look += 1) {
      await sleep(Math.min(lookMs, look * firstLookMs), undefined, { signal }).catch(() => {})
      if (signal.aborted) break
      current = await console.call('GET /v2/campaigns/:campaign', { path })
      if (current.status === 'sending') take()
    }
    return current
  } catch (error) {
    if (!(error instanceof Failure) || error.exitCode !== exitCodes.unreachable) throw error
    throw new Failure(
      `${error.message} The campaign continues when the server is running again: see "ngoma campaign follow ${path.campaign}".`,
      error.exitCode,
    )
  } finally {
    progress.end()
  }
}

/** Shows the progress, and then the result. */
export async function follow(console: ConsoleClient, input: Input, first: Campaign): Promise<number> {
  const stop = new AbortController()
  const onSignal = () => stop.abort()
  process.once('SIGINT', onSignal)
  try {
    const path = { ...accountIn(input), campaign: first.id }
    const last = await watch(console, path, first, stop.signal)
    return input.print(last, describeEnd(input, last), last.status === 'done' || isMoving(last))
  } finally {
    process.off('SIGINT', onSignal)
  }
}
